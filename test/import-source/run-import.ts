/** Runs `store import` within the process of a test, while the stream worker counts what the import writes. */

import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { vi } from 'vitest'
import { runStoreCommandLine } from '../../infra/admin/store-command-line.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { updateTallies } from '../support/stream-worker.ts'
import { hostedKey } from './hosted-service.ts'

interface Options {
  url: string
  tenant: Tenant
  /** The path of the state file. */
  state: string
  key?: string
  args?: string
}

interface Result {
  exitCode: number
  output: string
  errors: string
  /** The lines that report the progress. */
  progress: string[]
}

export async function runImport({ url, tenant, state, key = hostedKey, args = '' }: Options): Promise<Result> {
  vi.spyOn(process, 'stdin', 'get').mockReturnValue(Readable.from([`${key}\n`]) as never)
  const progress: string[] = []
  const { account, mode } = tenant
  const line = `import --from ${url} --from-key-stdin --account ${account} --mode ${mode} --rate 1000 --state ${state} ${args}`
  let isRunning = true
  const worker = (async () => {
    while (isRunning) {
      /**
       * This update fails if objects are written faster than they are counted. The next update continues with the rest.
       */
      await updateTallies(tenant).catch(() => {})
      await sleep(100)
    }
  })()
  try {
    const printed = await runStoreCommandLine(line.trim().split(/ +/), ({ text }) => void progress.push(text))
    return { ...printed, progress }
  } finally {
    isRunning = false
    await worker
    vi.restoreAllMocks()
  }
}

/** Runs the import with `--json`, and returns its parsed output with the exit code, the errors and the progress. */
export async function importJson(options: Options) {
  const { exitCode, output, errors, progress } = await runImport({ ...options, args: `${options.args ?? ''} --json` })
  return { exitCode, errors, progress, ...JSON.parse(output || '{}') }
}

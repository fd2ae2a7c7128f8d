/** `npm run fuzz`: starts the API with the demo store, and sends it requests that Schemathesis makes from its OpenAPI document. */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort, host } from '../../infra/local/ports.ts'

const settings = join(import.meta.dirname, 'schemathesis.toml')
const program = join(import.meta.dirname, '../../infra/local/start.ts')

const directory = mkdtempSync(join(tmpdir(), 'back-office-fuzz-'))
/**
 * The empty file `demo-filled` keeps the API from filling the demo store, which would slow down the requests. The
 * objects in the documentation's examples exist anyway, because they are created before the API is ready.
 */
writeFileSync(join(directory, 'demo-filled'), '')
const port = await findFreePort()
const api = spawn(process.execPath, [program, '--port', String(port), '--data', directory], {
  stdio: ['ignore', 'pipe', 'inherit'],
})
const apiEnded = once(api, 'exit')

const ready = new Promise<void>(resolve => {
  let printed = ''
  api.stdout.on('data', chunk => {
    printed = (printed + chunk).slice(-1000)
    if (printed.includes('Ready after')) resolve()
  })
})

async function runSchemathesis(): Promise<number> {
  const key = readFileSync(join(directory, 'demo-key'), 'utf8').trim()
  const document = `http://${host}:${port}/openapi.json`
  const args = ['--config-file', settings, 'run', document, '--auth', `${key}:`, ...process.argv.slice(2)]
  const child = spawn('schemathesis', args, { cwd: directory, stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
  const [code] = await once(child, 'exit')
  return code ?? 1
}

try {
  await Promise.race([ready, apiEnded])
  process.exitCode = await runSchemathesis()
} finally {
  api.kill('SIGTERM')
  await apiEnded
  rmSync(directory, { recursive: true, force: true })
}

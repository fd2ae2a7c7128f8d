/** Runs the API in a separate process, as `npm start` does. */

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { onTestFinished } from 'vitest'
import { findFreePort } from '../../../infra/local/ports.ts'
import type { RunningApi } from '../../../infra/local/process/running-api.ts'
import { newDirectory } from '../../support/temporary.ts'

/** Variables with these names are set for the tests. They are left out of the environment of a terminal. */
const testVariables = /^(DYNAMODB_ENDPOINT|TABLE_NAME|STAGE|DOCS_DIR|PAGES_DIR|MAIL_DIR|GATEWAY_TIMEOUT|POWERTOOLS_.*)$/
export const terminalEnvironment = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !testVariables.test(name)),
)

export interface StartedProcess {
  process: ChildProcess
  port: number
  /** The text that the process has printed until now. */
  output: () => string
  /** Resolves with the exit code of the process. */
  ended: Promise<number | null>
  /** Resolves once the process prints the text. */
  prints: (text: string | RegExp) => Promise<void>
}

/** The working directory of the programs, so that tests do not use the default data directory of a developer. */
const workingDirectory = newDirectory()

/** The timeout in milliseconds. Filling the demo store takes the longest. */
const printTimeout = 480_000

interface Options {
  /** A copy of the repository to start instead of this one; its default data directory is in the copy. */
  copy?: string
  /** The data directory. If it is missing, the program uses its default data directory. */
  directory?: string
  flags?: string[]
  port?: number
  environment?: Record<string, string>
}

/** Starts the API in a separate process group, as a terminal does. */
export async function start(options: Options): Promise<StartedProcess> {
  const { directory, flags = [], port, environment, copy } = options
  const actualPort = port ?? (await findFreePort())
  const data = directory ? ['--data', directory] : []
  const program = resolve(copy ?? '.', 'infra/local/start.ts')
  const args = [program, ...data, '--port', String(actualPort), ...flags]
  const env = { ...terminalEnvironment, ...environment }
  const child = spawn(process.execPath, args, { cwd: copy ?? workingDirectory, env, detached: true })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', chunk => {
      output += chunk
    })
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await ended
  })
  const prints = async (text: string | RegExp) => {
    const isPrinted = () => (typeof text === 'string' ? output.includes(text) : text.test(output))
    const deadline = Date.now() + printTimeout
    while (!isPrinted()) {
      if (child.exitCode !== null || Date.now() > deadline) throw new Error(`Not printed: ${text}\n${output}`)
      await new Promise(resolve => setTimeout(resolve, 20))
    }
  }
  return { process: child, port: actualPort, output: () => output, ended, prints }
}

export async function startReady(options: Options): Promise<StartedProcess> {
  const started = await start(options)
  await started.prints('Ready after')
  return started
}

export const readRunningApi = (directory: string): RunningApi =>
  JSON.parse(readFileSync(join(directory, 'running.json'), 'utf8'))

export const isReachable = (url: string | null) => fetch(url ?? '').then(Boolean, () => false)

/** Runs `npm start` as a process, with a data directory of the test's own. */

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, onTestFinished } from 'vitest'
import { freePort } from '../../../infra/local/ports.ts'
import type { RunningApi } from '../../../infra/local/running-api.ts'

/** The environment of a terminal: without the variables that the tests set for themselves. */
const testVariables = /^(DYNAMODB_ENDPOINT|TABLE_NAME|STAGE|DOCS_DIR|POWERTOOLS_.*)$/
export const terminal = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !testVariables.test(name)),
)

export interface Started {
  process: ChildProcess
  port: number
  /** All that it has printed so far. */
  output: () => string
  /** Resolves with its exit code. */
  ended: Promise<number | null>
  /** Resolves once it prints the text. */
  prints: (text: string | RegExp) => Promise<void>
}

export const newDirectory = () => mkdtempSync(join(tmpdir(), 'start-'))
export const removeDirectory = (directory: string) => rmSync(directory, { recursive: true })

/** The working directory of the programs, so that no test meets the default data of another or of a developer. */
const checkout = newDirectory()
afterAll(() => removeDirectory(checkout))

const program = (file: string) => resolve('infra', file)

interface Options {
  /** The default if none is named. */
  directory?: string
  flags?: string[]
  port?: number
  environment?: Record<string, string>
}

/** In a process group of its own, as in a terminal. */
export async function start({ directory, flags = [], port, environment }: Options): Promise<Started> {
  const at = port ?? (await freePort())
  const data = directory ? ['--data', directory] : []
  const args = [program('local/start.ts'), ...data, '--port', String(at), ...flags]
  const options = { cwd: checkout, env: { ...terminal, ...environment }, detached: true }
  const child = spawn(process.execPath, args, options)
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
    const deadline = Date.now() + 25_000
    while (!isPrinted()) {
      if (Date.now() > deadline || child.exitCode !== null) throw new Error(`Not printed: ${text}\n${output}`)
      await new Promise(again => setTimeout(again, 20))
    }
  }
  return { process: child, port: at, output: () => output, ended, prints }
}

export async function startReady(options: Options): Promise<Started> {
  const started = await start(options)
  await started.prints('Ready after')
  return started
}

export const runningApiIn = (directory: string): RunningApi =>
  JSON.parse(readFileSync(join(directory, 'running.json'), 'utf8'))

export const isAnswering = (url: string | null) => fetch(url ?? '').then(Boolean, () => false)

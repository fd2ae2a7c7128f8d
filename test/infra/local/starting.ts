/** `npm start` as a process, with data of the test's own. */

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, onTestFinished } from 'vitest'
import type { LockOwner } from '../../../infra/local/directory-lock.ts'
import { freePort } from '../../../infra/local/ports.ts'

/** A terminal's: without what the tests have set for themselves. */
const ours = /^(DYNAMODB_ENDPOINT|TABLE_NAME|STAGE|CHECK_REPLIES|DOCS_DIR|POWERTOOLS_.*)$/
export const terminal = Object.fromEntries(Object.entries(process.env).filter(([name]) => !ours.test(name)))

export interface Started {
  process: ChildProcess
  port: number
  /** All that it has printed so far. */
  output: () => string
  /** Resolves with its exit code. */
  ended: Promise<number | null>
  /** Resolves once it prints something. */
  says: (text: string | RegExp) => Promise<void>
}

export const newDirectory = () => mkdtempSync(join(tmpdir(), 'start-'))
export const removeDirectory = (directory: string) => rmSync(directory, { recursive: true })

/** Programs run here: what they find beside the default data is no other test's, nor a developer's. */
export const checkout = newDirectory()
afterAll(() => removeDirectory(checkout))

export const program = (file: string) => resolve('infra', file)

interface Wish {
  /** The default if none is named. */
  directory?: string
  flags?: string[]
  port?: number
  environment?: Record<string, string>
}

/** In a group of its own, as in a terminal. */
export async function start({ directory, flags = [], port, environment }: Wish): Promise<Started> {
  const at = port ?? (await freePort())
  const data = directory ? ['--data', directory] : []
  const args = [program('local/start.ts'), ...data, '--port', String(at), ...flags]
  const surroundings = { cwd: checkout, env: { ...terminal, ...environment } }
  const child = spawn(process.execPath, args, { ...surroundings, detached: true })
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
  const says = async (text: string | RegExp) => {
    const isSaid = () => (typeof text === 'string' ? output.includes(text) : text.test(output))
    const deadline = Date.now() + 25_000
    while (!isSaid()) {
      if (Date.now() > deadline || child.exitCode !== null) throw new Error(`Nobody said ${text}:\n${output}`)
      await new Promise(again => setTimeout(again, 20))
    }
  }
  return { process: child, port: at, output: () => output, ended, says }
}

export async function startReady(wish: Wish): Promise<Started> {
  const started = await start(wish)
  await started.says('Ready after')
  return started
}

/** What a running one says of itself. */
export const noteIn = (directory: string): LockOwner =>
  JSON.parse(readFileSync(join(directory, 'running.json'), 'utf8'))

export const answers = (url: string | null) => fetch(url ?? '').then(Boolean, () => false)

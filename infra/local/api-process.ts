/** Starts the process in which gateway and Lambdas run: apart from the database, so that it can be started anew alone. */

import { type ChildProcess, spawn } from 'node:child_process'
import { appendFileSync, closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { endProcess } from './end-process.ts'

export interface ServeSettings {
  port: number
  /** Whether the bundles are served that would be deployed. */
  built: boolean
  /** Where positions in the stream and dead letters are written down. */
  state: string
}

/** What the process says to us. */
export type Told = { ready: true } | { line: string }

export interface ApiWish extends ServeSettings {
  /** What the Lambdas find around them. */
  environment: Record<string, string>
  /** For people. */
  print: (line: string) => void
  /** The process ended without having been told to. */
  onCrash: () => void
}

export interface Api {
  stop: () => Promise<void>
}

const program = join(import.meta.dirname, 'serve.ts')

export const logIn = (state: string) => join(state, 'api.log')

export async function startApi({ environment, print, onCrash, ...settings }: ApiWish): Promise<Api> {
  const log = openSync(logIn(settings.state), 'a')
  const child = spawn(process.execPath, [program, JSON.stringify(settings)], {
    stdio: ['ignore', log, 'pipe', 'ipc'],
    env: { ...process.env, ...environment },
  })
  closeSync(log)
  showFaults(child, settings.state, print)
  child.on('message', (told: Told) => 'line' in told && print(told.line))
  await ready(child)
  child.once('exit', onCrash)
  const stop = () => {
    child.off('exit', onCrash)
    return endProcess(child)
  }
  return { stop }
}

/** The structured logs go to a file; what is wrong shows in the terminal as well. */
function showFaults({ stderr }: ChildProcess, state: string, print: (line: string) => void): void {
  if (!stderr) return
  createInterface({ input: stderr }).on('line', line => {
    appendFileSync(logIn(state), `${line}\n`)
    print(readable(line))
  })
}

/** Of a structured line, what a developer looks for: the sentence and the stack. */
function readable(line: string): string {
  try {
    const { message, fault } = JSON.parse(line)
    return fault ? `${message}\n${fault.stack}` : message
  } catch {
    return line
  }
}

function ready(child: ChildProcess): Promise<void> {
  return new Promise((done, failed) => {
    child.on('message', (told: Told) => 'ready' in told && done())
    child.once('exit', () => failed(new Error('The API could not start.')))
  })
}

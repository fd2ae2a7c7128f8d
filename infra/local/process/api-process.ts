/** Runs the gateway and the Lambdas in a child process, which can be restarted while the database keeps running. */

import { type ChildProcess, spawn } from 'node:child_process'
import { appendFileSync, closeSync, existsSync, openSync, renameSync, watch } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describeMachineFault } from '../../error-text.ts'
import { pathsIn } from '../data-directory.ts'
import { stopProcess } from './processes.ts'

export interface ChildSettings {
  port: number
  /** Whether the API runs the bundles that would be deployed, instead of the source. */
  built: boolean
  /** The data directory, with the log, the workers' positions in the stream of the table, and the dead letters. */
  directory: string
}

/** A message that the child process sends to its parent. */
export type ChildMessage = { ready: true } | { line: string }

export interface ApiProcessOptions extends ChildSettings {
  print: (line: string) => void
  /** This function is called if the process exits after its start without a call of `stop`. */
  onCrash: () => void
}

const childProgram = join(import.meta.dirname, 'api-child-process.ts')

const keptLogCount = 5

/** Renames the logs of earlier starts. The log of the previous start becomes `api.log.1`. */
export function rotateLog(directory: string): void {
  const log = pathsIn(directory).log
  const names = [log, ...Array.from({ length: keptLogCount }, (_, n) => `${log}.${n + 1}`)]
  for (let n = keptLogCount; n > 0; n--) {
    const [older = '', newer = ''] = [names[n], names[n - 1]]
    if (existsSync(newer)) renameSync(newer, older)
  }
}

export async function startApi(settings: ApiProcessOptions) {
  const { print, onCrash, ...childSettings } = settings
  const log = openSync(pathsIn(settings.directory).log, 'a')
  const child = spawn(process.execPath, [childProgram, JSON.stringify(childSettings)], {
    stdio: ['ignore', log, 'pipe', 'ipc'],
  })
  closeSync(log)
  forwardErrors(child, settings)
  child.on('message', (message: ChildMessage) => 'line' in message && print(message.line))
  await untilReady(child)
  child.once('exit', onCrash)
  const stop = () => {
    child.off('exit', onCrash)
    return stopProcess(child)
  }
  return { stop }
}

/** Writes the standard error of the child process to the log and the terminal. Its standard output is only logged. */
function forwardErrors({ stderr }: ChildProcess, { directory, print }: ApiProcessOptions): void {
  if (!stderr) return
  createInterface({ input: stderr }).on('line', line => {
    appendFileSync(pathsIn(directory).log, `${line}\n`)
    print(formatLogLine(line))
  })
}

/** Returns the message and the fault of a structured log line. Returns any other line unchanged. */
function formatLogLine(line: string): string {
  try {
    const { message, fault } = JSON.parse(line)
    return fault ? `${message}\n${describeMachineFault(fault) ?? fault.stack}` : message
  } catch {
    return line
  }
}

function untilReady(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.on('message', (message: ChildMessage) => 'ready' in message && resolve())
    child.once('exit', () => reject(new Error('The API could not start.')))
  })
}

const hint = 'It restarts when a file changes.'

export async function startAndRestartOnChange(settings: ApiProcessOptions) {
  const { print } = settings
  const surviving = { ...settings, onCrash: () => print(`The API has stopped. ${hint}`) }
  let api = await startApi(surviving)
  /** Each restart waits for the previous restart. */
  let restarts = Promise.resolve()
  const restart = async (file: string) => {
    await api.stop()
    try {
      api = await startApi(surviving)
      print(`${file} has changed: the API has restarted.`)
    } catch {
      print(`${file} has changed: the API does not start. ${hint}`)
    }
  }
  onSourceChange(file => {
    restarts = restarts.then(() => restart(file))
  })
  return { stop: () => restarts.then(() => api.stop()) }
}

const root = join(import.meta.dirname, '../../..')
const folders = ['functions', 'lib', 'infra']
/** The API restarts this long after the last change of a file, because editors and Git write many files at once. */
const quietMilliseconds = 150

/** Calls `callback` once after a series of changes, with the file that changed last. */
function onSourceChange(callback: (file: string) => void): void {
  let timer: NodeJS.Timeout | undefined
  const schedule = (file: string) => {
    clearTimeout(timer)
    timer = setTimeout(() => callback(file), quietMilliseconds)
  }
  for (const folder of folders)
    watch(join(root, folder), { recursive: true }, (_kind, file) => file && schedule(join(folder, file)))
}

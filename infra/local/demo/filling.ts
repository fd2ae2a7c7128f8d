/** Sees that the demo store is filled: in the background, as it takes longer than anybody waits for a start. */

import { spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { logIn } from '../api-process.ts'
import { endProcess } from '../end-process.ts'

export interface FillSettings {
  /** Where it is written down that it is done. */
  state: string
  /** Whether the bundle takes the events that would be deployed. */
  built: boolean
  /** How many of the events are enough; all if not said. */
  most?: number
}

interface FillWish extends FillSettings {
  print: (line: string) => void
}

const noteIn = (state: string) => join(state, 'demo-filled')

export const noteFilled = (state: string) => writeFileSync(noteIn(state), '')

const program = join(import.meta.dirname, 'fill.ts')
const begun = 'The demo store is being filled in the background.'
const unfinished = 'The demo store could not be filled; the next start goes on with it.'

/** An event taken twice changes nothing: what was stopped halfway is simply sent again. Gives what stops it. */
export function fillDemo({ print, ...settings }: FillWish): () => Promise<void> {
  if (existsSync(noteIn(settings.state))) return async () => {}
  const log = openSync(logIn(settings.state), 'a')
  const child = spawn(process.execPath, [program, JSON.stringify(settings)], {
    stdio: ['ignore', log, log, 'ipc'],
  })
  closeSync(log)
  print(begun)
  const onExit = (code: number | null) => code !== 0 && print(`${unfinished} See ${logIn(settings.state)}`)
  child.on('message', line => print(String(line)))
  child.once('exit', onExit)
  return () => {
    child.off('exit', onExit)
    return endProcess(child)
  }
}

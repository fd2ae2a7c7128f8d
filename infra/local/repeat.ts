/** Runs a scheduled worker every few seconds, as EventBridge does every minute; never two runs at once. */

import { setTimeout as pause } from 'node:timers/promises'

interface Options {
  /** The name of the worker, `module.verb`. */
  name: string
  run: () => Promise<unknown>
  /** From the end of a run to the start of the next. */
  seconds: number
  print: (line: string) => void
}

interface Repetition {
  /** Waits for the run under way. */
  stop: () => Promise<void>
}

export function repeat(options: Options): Repetition {
  const controller = new AbortController()
  const running = runUntil(controller.signal, options)
  return {
    stop: () => {
      controller.abort()
      return running
    },
  }
}

async function runUntil(signal: AbortSignal, { name, run, seconds, print }: Options): Promise<void> {
  while (!signal.aborted) {
    await run().catch(error => print(`${name} failed and runs again in ${seconds} seconds: ${error}`))
    await pause(1000 * seconds, undefined, { signal }).catch(() => {})
  }
}

/** Runs tasks in the background: scheduled workers every few seconds, and whatever else runs until it is stopped. */

import { setTimeout as pause } from 'node:timers/promises'

/** Returns what stops the task, and then waits for its end. */
export function runUntilStopped(task: (signal: AbortSignal) => Promise<void>) {
  const controller = new AbortController()
  const running = task(controller.signal)
  const stop = () => {
    controller.abort()
    return running
  }
  return { stop }
}

/** Ends at once when the task is stopped. */
export const rest = (milliseconds: number, signal: AbortSignal) =>
  pause(milliseconds, undefined, { signal }).catch(() => {})

interface Options {
  /** The name of the worker, `module.verb`. */
  name: string
  run: () => Promise<unknown>
  /** From the end of a run to the start of the next. */
  seconds: number
  print: (line: string) => void
}

/** Runs a scheduled worker as EventBridge does every minute, but never two runs at once. */
export const repeat = ({ name, run, seconds, print }: Options) =>
  runUntilStopped(async signal => {
    while (!signal.aborted) {
      await run().catch(error => print(`${name} failed and runs again in ${seconds} seconds: ${error}`))
      await rest(1000 * seconds, signal)
    }
  })

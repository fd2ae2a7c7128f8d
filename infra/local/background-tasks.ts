/** Runs tasks in the background until they are stopped, such as scheduled workers every few seconds. */

import { setTimeout as pause } from 'node:timers/promises'

/** Starts a task. The returned `stop` aborts the task, and waits until it has ended. */
export function runUntilStopped(task: (signal: AbortSignal) => Promise<void>) {
  const controller = new AbortController()
  const running = task(controller.signal)
  const stop = () => {
    controller.abort()
    return running
  }
  return { stop }
}

/** Pauses for some time, or until the task is stopped. */
export const abortablePause = (milliseconds: number, signal: AbortSignal) =>
  pause(milliseconds, undefined, { signal }).catch(() => {})

interface Options {
  /** The name of the worker, `module.verb`. */
  name: string
  run: () => Promise<unknown>
  /** The time from the end of a run to the start of the next run. */
  seconds: number
  print: (line: string) => void
}

/** Runs a scheduled worker at intervals, as EventBridge does in AWS, but never two runs at once. */
export const repeatWorker = ({ name, run, seconds, print }: Options) =>
  runUntilStopped(async signal => {
    while (!signal.aborted) {
      await run().catch(error => print(`${name} failed and runs again in ${seconds} seconds: ${error}`))
      await abortablePause(1000 * seconds, signal)
    }
  })

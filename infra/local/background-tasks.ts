/** Starts background tasks, such as scheduled workers, which run until they are stopped. */

import { setTimeout as pause } from 'node:timers/promises'

/** Starts a task. The returned `stop` aborts the signal of the task and waits until the task ends. */
export function startBackgroundTask(task: (signal: AbortSignal) => Promise<void>) {
  const controller = new AbortController()
  const running = task(controller.signal)
  const stop = () => {
    controller.abort()
    return running
  }
  return { stop }
}

/** When the signal is aborted, the pause ends early and without an error. */
export const abortablePause = (milliseconds: number, signal: AbortSignal) =>
  pause(milliseconds, undefined, { signal }).catch(() => {})

interface Options {
  /** The name of the worker in the format `module.verb`. */
  name: string
  run: () => Promise<unknown>
  /** The seconds from the end of a run to the start of the next run. */
  seconds: number
  print: (line: string) => void
}

/**
 * Starts to run a scheduled worker repeatedly, one run at a time. In AWS, EventBridge runs the worker, and runs may
 * overlap.
 */
export const startRepeatingWorker = ({ name, run, seconds, print }: Options) =>
  startBackgroundTask(async signal => {
    while (!signal.aborted) {
      await run().catch(error => print(`${name} failed and runs again in ${seconds} seconds: ${error}`))
      await abortablePause(1000 * seconds, signal)
    }
  })

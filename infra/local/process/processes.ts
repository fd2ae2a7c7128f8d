/** Checks whether processes run, and stops child processes. */

import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

export const hasExited = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null

const killTimeout = 8000

/** Sends SIGTERM, and kills the process if it does not exit. */
export async function stopProcess(child: ChildProcess): Promise<void> {
  if (hasExited(child)) return
  const kill = setTimeout(() => child.kill('SIGKILL'), killTimeout)
  child.kill('SIGTERM')
  await once(child, 'exit')
  clearTimeout(kill)
}

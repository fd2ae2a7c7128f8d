/** Stops a child process: sends SIGTERM, and kills it if it does not exit. */

import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

const timeout = 8000

export const hasExited = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null

export async function stopProcess(child: ChildProcess): Promise<void> {
  if (hasExited(child)) return
  const kill = setTimeout(() => child.kill('SIGKILL'), timeout)
  child.kill('SIGTERM')
  await once(child, 'exit')
  clearTimeout(kill)
}

/** Ends a process that we started: asked to at first, made to when it does not. */

import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

const patience = 8000

export const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null

export async function endProcess(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return
  const hurry = setTimeout(() => child.kill('SIGKILL'), patience)
  child.kill('SIGTERM')
  await once(child, 'exit')
  clearTimeout(hurry)
}

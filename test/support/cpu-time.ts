/**
 * Measures the processor time that this thread has used, in milliseconds. Unlike clock time, it is the same on a busy
 * machine.
 */

export function cpuMilliseconds(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

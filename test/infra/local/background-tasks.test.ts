import { expect, onTestFinished, test, vi } from 'vitest'
import { startRepeatingWorker } from '../../../infra/local/background-tasks.ts'

/** Starts a worker that repeats `run`, with a pause of `seconds` between two runs. */
function start(run: () => Promise<unknown>, seconds = 0) {
  const lines: string[] = []
  const { stop } = startRepeatingWorker({ name: 'test.run', run, seconds, print: line => lines.push(line) })
  onTestFinished(stop)
  return { stop, lines }
}

test('runs again and again, one run after the other', async () => {
  let [running, most, finished] = [0, 0, 0]
  start(async () => {
    most = Math.max(most, ++running)
    await new Promise(resolve => setTimeout(resolve, 5))
    running--
    finished++
  })
  await expect.poll(() => finished).toBeGreaterThan(3)
  expect(most).toBe(1)
})

test('prints the error of a run that fails, and runs again', async () => {
  const run = vi.fn().mockRejectedValueOnce(new Error('no database')).mockResolvedValue(null)
  const { lines } = start(run)
  await expect.poll(() => run.mock.calls.length).toBeGreaterThan(2)
  expect(lines).toEqual(['test.run failed and runs again in 0 seconds: Error: no database'])
})

test('stops once the run under way has finished, without waiting for the next one', async () => {
  const [started, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const run = vi.fn(() => {
    started.resolve()
    return release.promise
  })
  const { stop } = start(run, 3600)
  await started.promise
  const onStop = vi.fn()
  const stopping = stop().then(onStop)
  await new Promise(resolve => setImmediate(resolve))
  expect(onStop).not.toHaveBeenCalled()
  release.resolve()
  await stopping
  expect(run).toHaveBeenCalledOnce()
})

test('stops at once during the pause', async () => {
  const run = vi.fn().mockResolvedValue(null)
  const { stop } = start(run, 3600)
  await expect.poll(() => run.mock.calls.length).toBe(1)
  await stop()
  expect(run).toHaveBeenCalledOnce()
})

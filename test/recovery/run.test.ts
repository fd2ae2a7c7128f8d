import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { handler } from '../../functions/recovery/run.ts'
import { log } from '../../lib/core/log.ts'
import { runMinuteTasks } from '../../lib/recovery/index.ts'
import { contextFor } from '../support/store.ts'

const errorSpy = vi.spyOn(log, 'error')
beforeEach(() => void errorSpy.mockImplementation(() => {}))
afterEach(() => void errorSpy.mockReset())

test('returns nothing if no task fails', async () => {
  expect(await handler({}, contextFor())).toBeUndefined()
  expect(errorSpy).not.toHaveBeenCalled()
})

test('runs every task although one fails, logs the fault, and fails in the end', async () => {
  const last = vi.fn()
  const tasks = {
    first: () => Promise.reject(Object.assign(new Error('no reply'), { request: 'ann@tea.example' })),
    last: async () => last(),
  }
  await expect(runMinuteTasks(60_000, tasks)).rejects.toThrow('the log has the errors: first')
  expect(last).toHaveBeenCalledOnce()
  expect(errorSpy.mock.calls).toMatchObject([['first failed.', { fault: { message: 'no reply' } }]])
  expect(JSON.stringify(errorSpy.mock.calls)).not.toContain('ann@')
})

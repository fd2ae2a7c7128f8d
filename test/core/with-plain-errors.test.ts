import { expect, test } from 'vitest'
import { withPlainErrors } from '../../lib/core/with-plain-errors.ts'
import { contextFor } from '../support/store.ts'

const errorOf = (fault: unknown) =>
  withPlainErrors(() => Promise.reject(fault))({}, contextFor()).then(
    () => null,
    (error: Error) => error,
  )

test('a run that fails throws an error without the fields and causes of the original one', async () => {
  const fault = Object.assign(new TypeError('no reply', { cause: new Error('ann@tea.example') }), {
    CancellationReasons: [{ Item: { email: { S: 'ann@tea.example' } } }],
  })
  const error = await errorOf(fault)
  expect(error).toMatchObject({ name: 'TypeError', message: 'no reply', stack: fault.stack })
  expect({ ...error, cause: error?.cause }).toEqual({ name: 'TypeError', cause: undefined })
})

test('a run that throws a text fails with it', async () => {
  expect((await errorOf('no reply'))?.message).toBe('no reply')
})

test('a run gets its event and context, and its result is returned', async () => {
  const handler = withPlainErrors(async (event: { id: number }, { getRemainingTimeInMillis }) => [
    event.id,
    getRemainingTimeInMillis(),
  ])
  expect(await handler({ id: 1 }, contextFor())).toEqual([1, 600_000])
})

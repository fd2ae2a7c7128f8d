import type { Context } from 'aws-lambda'
import { expect, test } from 'vitest'
import { createInvoke } from '../../../infra/local/lambda.ts'

test('a worker has a minute, and an endpoint as long as API Gateway waits', async () => {
  const remaining = (_: unknown, context: object) => (context as Context).getRemainingTimeInMillis()
  const invoke = createInvoke(async () => remaining)
  const seconds = async (name: string) => Math.round(Number(await invoke(name, {})) / 1000)
  expect([await seconds('recovery.run'), await seconds('orders.list')]).toEqual([60, 29])
})

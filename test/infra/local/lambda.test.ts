import type { Context } from 'aws-lambda'
import { expect, test } from 'vitest'
import { createInvoke } from '../../../infra/local/lambda.ts'

test('a worker has a minute, an endpoint as long as API Gateway waits, and the authorizer ten seconds', async () => {
  const remaining = (_: unknown, context: object) => (context as Context).getRemainingTimeInMillis()
  const invoke = createInvoke(async () => remaining)
  const seconds = async (name: string) => Math.round(Number(await invoke(name, {})) / 1000)
  const names = ['recovery.run', 'orders.list', 'authorizer']
  expect(await Promise.all(names.map(seconds))).toEqual([60, 29, 10])
})

import { GetItemCommand } from '@aws-sdk/client-dynamodb'
import { expect, test } from 'vitest'
import { env } from '../../lib/core/env.ts'
import { client } from '../../lib/store/client.ts'
import { measure } from './meter.ts'

const get = () => client.send(new GetItemCommand({ TableName: env.tableName, Key: { pk: { S: 'a' }, sk: { S: 'b' } } }))

async function getInSequence(times: number) {
  for (let count = 0; count < times; count++) await get()
}

test('measures units, calls, and calls in sequence', async () => {
  const { cost } = await measure(() => Promise.all([getInSequence(3), getInSequence(1), getInSequence(2)]))
  expect(cost).toMatchObject({ units: 3, calls: 6, sequentialCalls: 3 })
})

test('rejects with the error of the measured function', async () => {
  const getWithoutKey = () => client.send(new GetItemCommand({ TableName: env.tableName, Key: {} }))
  await expect(measure(getWithoutKey)).rejects.toThrow()
})

test('stops measuring when the function returns', async () => {
  const { cost } = await measure(get)
  await get()
  expect(cost.calls).toBe(1)
})

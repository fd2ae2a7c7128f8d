import { GetItemCommand } from '@aws-sdk/client-dynamodb'
import { expect, test } from 'vitest'
import { env } from '../../lib/core/env.ts'
import { client } from '../../lib/store/client.ts'
import { measured } from './meter.ts'

const get = () =>
  client.send(new GetItemCommand({ TableName: env.tableName, Key: { pk: { S: 'a' }, sk: { S: 'b' } } }))

async function inTurn(times: number) {
  for (let done = 0; done < times; done++) await get()
}

test('measures units, calls, and calls in sequence', async () => {
  const { reading } = await measured(() => Promise.all([inTurn(3), inTurn(1), inTurn(2)]))
  expect(reading).toMatchObject({ units: 3, calls: 6, rounds: 3 })
})

test('rejects with the error of the work', async () => {
  const wrong = () => client.send(new GetItemCommand({ TableName: env.tableName, Key: {} }))
  await expect(measured(wrong)).rejects.toThrow()
})

test('stops measuring when the work is done', async () => {
  const { reading } = await measured(get)
  await get()
  expect(reading.calls).toBe(1)
})

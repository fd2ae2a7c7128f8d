import { BatchGetItemCommand, GetItemCommand, QueryCommand } from '@aws-sdk/client-dynamodb'
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

test.each([
  [false, 0.5],
  [true, 1],
])('counts what AWS bills for reads that find nothing, if they are consistent: %s', async (ConsistentRead, units) => {
  const TableName = env.tableName
  const Keys = ['a', 'b', 'c'].map(pk => ({ pk: { S: pk }, sk: { S: 'none' } }))
  const ExpressionAttributeValues = { ':pk': { S: 'none' } }
  const query = { TableName, KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues, ConsistentRead }
  const unitsOf = async (run: () => Promise<unknown>) => (await measure(run)).cost.units
  expect(await unitsOf(() => client.send(new QueryCommand(query)))).toBe(units)
  const batch = new BatchGetItemCommand({ RequestItems: { [TableName]: { Keys, ConsistentRead } } })
  expect(await unitsOf(() => client.send(batch))).toBe(3 * units)
})

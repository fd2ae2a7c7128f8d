import type { DynamoDBRecord } from 'aws-lambda'
import { expect, test, vi } from 'vitest'
import { handler } from '../../functions/audit/record.ts'
import { log } from '../../lib/core/log.ts'

const image = (fields: Record<string, string | number>, entity = 'discount') => ({
  __edb_e__: { S: entity },
  account: { N: '1001' },
  mode: { S: 'Test' },
  id: { S: 'd1' },
  ...Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === 'number' ? { N: String(value) } : { S: value },
    ]),
  ),
})

const change = (before?: object, after?: object, sequence = '1') =>
  ({
    eventName: before ? (after ? 'MODIFY' : 'REMOVE') : 'INSERT',
    dynamodb: { OldImage: before, NewImage: after, SequenceNumber: sequence },
  }) as DynamoDBRecord

async function logOf(...records: DynamoDBRecord[]) {
  const infoSpy = vi.spyOn(log, 'info').mockImplementation(() => {})
  const result = await handler({ Records: records })
  const lines = infoSpy.mock.calls.map(([, entry]) => entry as unknown as Record<string, unknown>)
  infoSpy.mockRestore()
  return { result, lines }
}

test('logs the names of the changed fields of an object, without their values', async () => {
  const { result, lines } = await logOf(change(image({ name: 'Old', amount: 1 }), image({ name: 'Secret', amount: 1 })))
  expect(result).toEqual({ batchItemFailures: [] })
  expect(lines).toEqual([
    { entity: 'discount', account: 1001, mode: 'Test', id: 'd1', action: 'changed', fields: ['name'], sequence: '1' },
  ])
  expect(JSON.stringify(lines)).not.toMatch(/Old|Secret/)
})

test('logs creations and removals', async () => {
  const { lines } = await logOf(change(undefined, image({ name: 'A' })), change(image({ name: 'A' }), undefined))
  expect(lines.map(line => line.action)).toEqual(['created', 'removed'])
})

test('ignores the last use of a key', async () => {
  const before = image({ name: 'ERP', lastUsedOn: '2026-11-22T10:00:00.000Z' }, 'key')
  const used = image({ name: 'ERP', lastUsedOn: '2026-11-22T11:00:00.000Z' }, 'key')
  const revoked = image({ name: 'ERP', lastUsedOn: '', revokedOn: '2026-11-22T11:00:00.000Z' }, 'key')
  const { lines } = await logOf(change(before, used), change(before, revoked))
  expect(lines.map(({ fields }) => fields)).toEqual([['lastUsedOn', 'revokedOn']])
})

test('ignores the mark of an unfinished save', async () => {
  const marked = image({ name: 'New', unfinished: '' })
  const { lines } = await logOf(change(image({ name: 'Old' }), marked), change(marked, image({ name: 'New' })))
  expect(lines.map(({ fields }) => fields)).toEqual([['name']])
})

test('ignores rows of internal entities', async () => {
  expect((await logOf(change(undefined, image({}, 'idempotency-key')))).lines).toEqual([])
})

test('ignores secrets, because CloudTrail logs their use', async () => {
  expect((await logOf(change(undefined, image({ ciphertext: 'AQIC' }, 'secret')))).lines).toEqual([])
})

test('reports the first record that cannot be logged, so that it is retried', async () => {
  const errorSpy = vi.spyOn(log, 'error').mockImplementation(() => {})
  const invalid = change(undefined, { amount: { X: 'not a DynamoDB type' } }, '2')
  const { result, lines } = await logOf(change(undefined, image({})), invalid, change(undefined, image({}), '3'))
  expect(result).toEqual({ batchItemFailures: [{ itemIdentifier: '2' }] })
  expect(lines).toHaveLength(1)
  expect(errorSpy).toHaveBeenCalledOnce()
})

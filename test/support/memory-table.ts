/**
 * The little of DynamoDB that lists ask for, in memory: thousands of histories take minutes on DynamoDB Local. What it
 * answers is held against the real one by the same histories, fewer of them.
 */

import { client } from '../../lib/store/client.ts'
import { cancelled } from './fault-injection.ts'

type Row = Record<string, unknown> & { pk: string; sk: string }

interface Input {
  Key?: Row
  Item?: Row
  ConditionExpression?: string
  ExpressionAttributeNames?: Record<string, string>
  ExpressionAttributeValues?: Record<string, unknown>
  ScanIndexForward?: boolean
  Limit?: number
  RequestItems?: Record<string, { PutRequest?: { Item: Row }; DeleteRequest?: { Key: Row } }[]>
  TransactItems?: { Put?: Input; Delete?: Input }[]
}

const partitions = new Map<string, Map<string, Row>>()

function partition(pk: string): Map<string, Row> {
  const rows = partitions.get(pk) ?? new Map<string, Row>()
  partitions.set(pk, rows)
  return rows
}

/** `attribute_not_exists(#a)` or `#a = :b`, as tallies are written on condition. */
function holds({ ConditionExpression: text, ...given }: Input, row: Row | undefined): boolean {
  if (!text) return true
  const [, missing, name = '', value = ''] = /attribute_not_exists\((#\w+)\)|(#\w+) = (:\w+)/.exec(text) ?? []
  const attribute = given.ExpressionAttributeNames?.[missing ?? name] ?? ''
  if (missing) return row?.[attribute] === undefined
  return row?.[attribute] === given.ExpressionAttributeValues?.[value]
}

const refused = () =>
  Object.assign(new Error('The condition does not hold.'), { name: 'ConditionalCheckFailedException' })

function put(input: Input) {
  const row = input.Item!
  const rows = partition(row.pk)
  if (!holds(input, rows.get(row.sk))) throw refused()
  rows.set(row.sk, structuredClone(row))
  return {}
}

/** All of the writes or none. */
function transact({ TransactItems = [] }: Input) {
  const writes = TransactItems.map(({ Put, Delete }) => {
    const { pk, sk } = (Put?.Item ?? Delete?.Key)!
    return { Put, pk, sk, mayBe: holds((Put ?? Delete)!, partition(pk).get(sk)) }
  })
  if (writes.some(({ mayBe }) => !mayBe))
    throw cancelled(...writes.map(({ mayBe }) => (mayBe ? 'None' : 'ConditionalCheckFailed')))
  for (const { Put, pk, sk } of writes)
    if (Put) put({ Item: Put.Item! })
    else partition(pk).delete(sk)
  return {}
}

function query({ ExpressionAttributeValues = {}, ScanIndexForward = true, Limit = Infinity }: Input) {
  const { ':pk': pk, ':sk1': from, ':sk2': to } = ExpressionAttributeValues as Record<string, string>
  const rows = [...partition(pk!).values()].filter(({ sk }) => sk >= from! && sk <= to!)
  const sorted = rows.sort((one, other) => (one.sk < other.sk ? -1 : 1))
  const Items = structuredClone((ScanIndexForward ? sorted : sorted.reverse()).slice(0, Limit))
  return { Items, Count: Items.length }
}

function batchWrite({ RequestItems = {} }: Input) {
  for (const { PutRequest, DeleteRequest } of Object.values(RequestItems).flat()) {
    if (PutRequest) put({ Item: PutRequest.Item })
    if (DeleteRequest) partition(DeleteRequest.Key.pk).delete(DeleteRequest.Key.sk)
  }
  return { UnprocessedItems: {} }
}

const operations: Record<string, (input: Input) => object> = {
  GetItemCommand: ({ Key }) => ({ Item: structuredClone(partition(Key!.pk).get(Key!.sk)) }),
  PutItemCommand: put,
  QueryCommand: query,
  BatchWriteItemCommand: batchWrite,
  TransactWriteItemsCommand: transact,
}

/** From here on nothing reaches the database; gives what ends it. */
export function inMemory(): () => void {
  client.middlewareStack.add(
    (_, { commandName = '' }) =>
      async args => {
        const operation = operations[commandName]
        if (!operation) throw new Error(`The table in memory knows no ${commandName}.`)
        const output = { ...operation(args.input as Input), $metadata: {} }
        return { output, response: {} } as never
      },
    { name: 'in-memory', step: 'initialize', priority: 'low' },
  )
  return () => {
    client.middlewareStack.remove('in-memory')
    partitions.clear()
  }
}

/**
 * Replaces DynamoDB by an in-memory table with the operations that lists use, because thousands of random histories
 * would take minutes on DynamoDB Local. Tests run fewer of these histories on DynamoDB Local as well, to check that
 * both behave alike.
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
  KeyConditionExpression?: string
  RequestItems?: Record<string, { PutRequest?: { Item: Row }; DeleteRequest?: { Key: Row } }[] & { Keys?: Row[] }>
  TransactItems?: { Put?: Input; Delete?: Input }[]
}

const isAscii = (text: string) => !/[^\p{ASCII}]/u.test(text)

/** Compares sort keys by their bytes in UTF-8, as DynamoDB does. */
function compare(one: string, other: string): number {
  if (isAscii(one) && isAscii(other)) return one < other ? -1 : Number(one > other)
  return Buffer.compare(Buffer.from(one), Buffer.from(other))
}

/** The rows of a partition. Their sort keys are sorted again only after a key was added or removed. */
class Partition {
  readonly #rows = new Map<string, Row>()
  #sortKeys: string[] | undefined

  get(sk: string): Row | undefined {
    const row = this.#rows.get(sk)
    return row && { ...row }
  }

  put(row: Row): void {
    if (!this.#rows.has(row.sk)) this.#sortKeys = undefined
    this.#rows.set(row.sk, { ...row })
  }

  delete(sk: string): void {
    if (this.#rows.delete(sk)) this.#sortKeys = undefined
  }

  sortKeys(): string[] {
    this.#sortKeys ??= [...this.#rows.keys()].sort(compare)
    return this.#sortKeys
  }
}

const partitions = new Map<string, Partition>()

function partition(pk: string): Partition {
  const rows = partitions.get(pk) ?? new Partition()
  partitions.set(pk, rows)
  return rows
}

/** Evaluates the conditions that writes of tallies have: `attribute_not_exists(#a)` or `#a = :b`. */
function meetsCondition({ ConditionExpression: text, ...input }: Input, row: Row | undefined): boolean {
  if (!text) return true
  const [, missing, name = '', value = ''] = /attribute_not_exists\((#\w+)\)|(#\w+) = (:\w+)/.exec(text) ?? []
  const attribute = input.ExpressionAttributeNames?.[missing ?? name] ?? ''
  if (missing) return row?.[attribute] === undefined
  return row?.[attribute] === input.ExpressionAttributeValues?.[value]
}

const conditionFailure = () =>
  Object.assign(new Error('The condition is not met.'), { name: 'ConditionalCheckFailedException' })

function put(input: Input) {
  const row = input.Item!
  const rows = partition(row.pk)
  if (!meetsCondition(input, rows.get(row.sk))) throw conditionFailure()
  rows.put(row)
  return {}
}

/** Executes all of the writes or none. */
function transact({ TransactItems = [] }: Input) {
  const writes = TransactItems.map(({ Put, Delete }) => {
    const { pk, sk } = (Put?.Item ?? Delete?.Key)!
    return { Put, pk, sk, isAllowed: meetsCondition((Put ?? Delete)!, partition(pk).get(sk)) }
  })
  if (writes.some(({ isAllowed }) => !isAllowed))
    throw cancelled(...writes.map(({ isAllowed }) => (isAllowed ? 'None' : 'ConditionalCheckFailed')))
  for (const { Put, pk, sk } of writes)
    if (Put) put({ Item: Put.Item! })
    else partition(pk).delete(sk)
  return {}
}

/** Evaluates conditions such as `begins_with(#sk1, :sk1)` and `#sk1 BETWEEN :sk1 AND :sk2`. */
function meetsKeyCondition(
  { KeyConditionExpression = '', ExpressionAttributeValues = {} }: Input,
  sk: string,
): boolean {
  const { ':sk1': from = '', ':sk2': to = '' } = ExpressionAttributeValues as Record<string, string>
  if (KeyConditionExpression.includes('begins_with')) return sk.startsWith(from)
  return compare(sk, from) >= 0 && compare(sk, to) <= 0
}

function query(input: Input) {
  const { ExpressionAttributeValues = {}, ScanIndexForward = true, Limit = Infinity } = input
  const rows = partition(String(ExpressionAttributeValues[':pk']))
  const sortKeys = rows.sortKeys().filter(sk => meetsKeyCondition(input, sk))
  const Items = (ScanIndexForward ? sortKeys : sortKeys.reverse()).slice(0, Limit).flatMap(sk => rows.get(sk) ?? [])
  return { Items, Count: Items.length }
}

const batchGet = ({ RequestItems = {} }: Input) => ({
  Responses: Object.fromEntries(
    Object.entries(RequestItems).map(([table, { Keys = [] }]) => [
      table,
      Keys.flatMap(({ pk, sk }) => partition(pk).get(sk) ?? []),
    ]),
  ),
  UnprocessedKeys: {},
})

function batchWrite({ RequestItems = {} }: Input) {
  for (const { PutRequest, DeleteRequest } of Object.values(RequestItems).flat()) {
    if (PutRequest) put({ Item: PutRequest.Item })
    if (DeleteRequest) partition(DeleteRequest.Key.pk).delete(DeleteRequest.Key.sk)
  }
  return { UnprocessedItems: {} }
}

const operations: Record<string, (input: Input) => object> = {
  GetItemCommand: ({ Key }) => ({ Item: partition(Key!.pk).get(Key!.sk) }),
  PutItemCommand: put,
  QueryCommand: query,
  BatchGetItemCommand: batchGet,
  BatchWriteItemCommand: batchWrite,
  TransactWriteItemsCommand: transact,
}

/** Sends all requests to the in-memory table. Returns a function that restores the database. */
export function useMemoryTable(): () => void {
  client.middlewareStack.add(
    (_, { commandName = '' }) =>
      async args => {
        const operation = operations[commandName]
        if (!operation) throw new Error(`The in-memory table does not support ${commandName}.`)
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

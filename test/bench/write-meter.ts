/**
 * Computes the write units that AWS would bill, because DynamoDB Local reports too few for transactions. Compares the
 * rows before and after each write.
 */

import { isDeepStrictEqual } from 'node:util'
import { type AttributeValue, DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb'
import { unmarshall } from '@aws-sdk/util-dynamodb'
import type { DynamoDBRecord } from 'aws-lambda'
import { localClientConfig } from '../../infra/local/database/create-table.ts'
import { env } from '../../lib/core/env.ts'
import { client } from '../../lib/store/client.ts'
import { expiryAttribute, secondaryIndex } from '../../lib/store/table.ts'
import { addGrowth, type Growth, noGrowth, storedRow } from './growth.ts'
import { bytesOf } from './item-size.ts'

type Item = Record<string, unknown>
type Image = Record<string, AttributeValue>

export interface Key {
  pk: string
  sk: string
}

export interface Write extends Key {
  /** All write units, including those of the secondary index. */
  units: number
  indexUnits: number
  growth: Growth
  before: Image | undefined
  after: Image | undefined
}

interface Keyed {
  Key: Item
}
interface Action {
  Put?: { Item: Item }
  Delete?: Keyed
  Update?: Keyed
  ConditionCheck?: Keyed
}
interface CommandInput {
  Item?: Item
  Key?: Item
  TransactItems?: Action[]
  /** For each table, a batch of writes has an array of requests. A batch of reads has an object with keys instead. */
  RequestItems?: Record<string, { PutRequest?: { Item: Item }; DeleteRequest?: Keyed }[] | object>
}

const unitBytes = 1024

/** The state of a row before or after a write. */
interface RowState {
  bytes: number
  stored: Growth
  indexKey: string | null
}

function stateOf(image: Image | undefined): RowState {
  if (!image) return { bytes: 0, stored: noGrowth, indexKey: null }
  const row = unmarshall(image)
  const [pk, sk] = [row[secondaryIndex.partition], row[secondaryIndex.sort]]
  const bytes = bytesOf(row)
  const isInIndex = pk !== undefined
  const stored = storedRow({ bytes, isInIndex, expiresAt: row[expiryAttribute] })
  return { bytes, stored, indexKey: isInIndex ? `${pk} ${sk}` : null }
}

const unitsOf = (...bytes: number[]) => Math.max(1, Math.ceil(Math.max(...bytes) / unitBytes))

/**
 * Returns the write units of the index, which contains all attributes. If a row moves in the index, it is deleted there
 * and put again. A transaction does not double these units.
 */
function indexUnitsOf(before: RowState, after: RowState): number {
  if (before.indexKey === after.indexKey) return after.indexKey === null ? 0 : unitsOf(before.bytes, after.bytes)
  const deleteUnits = before.indexKey === null ? 0 : unitsOf(before.bytes)
  return deleteUnits + (after.indexKey === null ? 0 : unitsOf(after.bytes))
}

interface Change extends Key {
  /** The units of the table are multiplied by this factor, which is 2 in a transaction. */
  factor: number
  before: Image | undefined
  after: Image | undefined
}

/**
 * Computes the cost of a write, which depends on the larger of the old and the new item. A write whose condition fails
 * also costs units of the table, but none of the index.
 */
function writeOf({ factor, ...change }: Change): Write {
  const [before, after] = [stateOf(change.before), stateOf(change.after)]
  const isUnchanged = isDeepStrictEqual(change.before, change.after)
  const indexUnits = isUnchanged ? 0 : indexUnitsOf(before, after)
  const units = factor * unitsOf(before.bytes, after.bytes) + indexUnits
  return { ...change, units, indexUnits, growth: addGrowth(after.stored, before.stored, -1) }
}

const keyOf = ({ pk, sk }: Item): Key => ({ pk: String(pk), sk: String(sk) })

/** Returns the keys of the rows that a command writes or checks. */
function keysOf(command: string, { TransactItems, RequestItems = {}, Item, Key }: CommandInput): Key[] {
  const ofActions = TransactItems?.map(({ Put, Delete, Update, ConditionCheck }) =>
    keyOf(Put?.Item ?? (Delete ?? Update ?? ConditionCheck)?.Key ?? {}),
  )
  const isWrite = /^(Put|Update|Delete)Item/.test(command)
  const requests = Object.values(RequestItems).flatMap(some => (Array.isArray(some) ? some : []))
  if (requests.length > 0)
    return requests.map(({ PutRequest, DeleteRequest }) => keyOf(PutRequest?.Item ?? DeleteRequest?.Key ?? {}))
  return ofActions ?? (isWrite ? [keyOf(Item ?? Key ?? {})] : [])
}

/** Reads rows before and after each write with a client of its own, which no other meter measures. */
export function createWriteMeter() {
  const reader = new DynamoDBClient(localClientConfig(env.dynamodbEndpoint ?? ''))
  const writes: Write[] = []
  const read = async ({ pk, sk }: Key) => {
    const Key = { pk: { S: pk }, sk: { S: sk } }
    const command = new GetItemCommand({ TableName: env.tableName, Key, ConsistentRead: true })
    return (await reader.send(command)).Item
  }
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      async args => {
        const input = args.input as CommandInput
        const keys = keysOf(commandName, input)
        const before = await Promise.all(keys.map(read))
        try {
          return await next(args)
        } finally {
          const after = await Promise.all(keys.map(read))
          const factor = input.TransactItems ? 2 : 1
          const changes = keys.map((key, n) => ({ ...key, factor, before: before[n], after: after[n] }))
          writes.push(...changes.map(writeOf))
        }
      },
    { name: 'write-meter', step: 'initialize', priority: 'low' },
  )
  return {
    /** Returns all writes since the last call. */
    takeWrites: () => writes.splice(0),
    stop: () => {
      client.middlewareStack.remove('write-meter')
      reader.destroy()
    },
  }
}

/** Returns the records that the stream of the table has for the writes. A write that changes nothing has no record. */
export const recordsOf = (writes: readonly Write[]): DynamoDBRecord[] =>
  writes
    .filter(({ before, after }) => !isDeepStrictEqual(before, after))
    .map(({ pk, sk, before, after }, n) => {
      const eventName = before ? (after ? 'MODIFY' : 'REMOVE') : 'INSERT'
      const Keys = { pk: { S: pk }, sk: { S: sk } }
      const images = { ...(before && { OldImage: before }), ...(after && { NewImage: after }) }
      return { eventName, dynamodb: { Keys, SequenceNumber: String(n), ...images } } as DynamoDBRecord
    })

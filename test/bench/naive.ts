/** The cost of the same page without tallies: reading the list from its beginning, and to its end for the total. */

import { DynamoDBClient, QueryCommand, type QueryCommandInput } from '@aws-sdk/client-dynamodb'
import { unmarshall } from '@aws-sdk/util-dynamodb'
import { localAccess } from '../../infra/local/create-table.ts'
import { env } from '../../lib/core/env.ts'
import { fullRange, type Range } from '../../lib/lists/entries.ts'
import { idOfPosition } from '../../lib/lists/position.ts'
import { type List, listPartition } from '../../lib/store/list-entry.ts'

export interface Wish {
  list: List
  range?: Range | undefined
  /** Ids of all matches; all entries by default. */
  matching?: ReadonlySet<string> | undefined
  offset: number
  limit: number
}

export interface Naive {
  /** Read units up to the end of the page. */
  skip: number
  /** Read units with the total. */
  count: number
}

const open = () => new DynamoDBClient(localAccess(env.dynamodbEndpoint ?? ''))
let opened: DynamoDBClient | undefined

async function query(input: Partial<QueryCommandInput>) {
  opened ??= open()
  const wanted = { ...input, TableName: env.tableName, ReturnConsumedCapacity: 'TOTAL' as const }
  const { Items = [], LastEvaluatedKey, ConsumedCapacity } = await opened.send(new QueryCommand(wanted))
  const units = ConsumedCapacity?.CapacityUnits ?? 0
  return { positions: Items.map(item => String(unmarshall(item).sk)), next: LastEvaluatedKey, units }
}

const allOf = ({ list, range = fullRange }: Wish): Partial<QueryCommandInput> => ({
  KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
  ExpressionAttributeValues: {
    ':pk': { S: listPartition(list) },
    ':from': { S: range.from },
    ':to': { S: range.to },
  },
  ScanIndexForward: false,
})

const counted = new Map<string, Promise<number>>()

/** Read once for each list, and used for many pages. */
function countOf(wish: Wish): Promise<number> {
  const name = JSON.stringify([listPartition(wish.list), wish.range])
  const known = counted.get(name) ?? count(wish)
  counted.set(name, known)
  return known
}

async function count(wish: Wish): Promise<number> {
  let units = 0
  let next: QueryCommandInput['ExclusiveStartKey']
  do {
    const read = await query({ ...allOf(wish), Select: 'COUNT', ExclusiveStartKey: next })
    units += read.units
    next = read.next
  } while (next)
  return units
}

async function skip(wish: Wish): Promise<number> {
  const { offset, limit, matching } = wish
  let units = 0
  let missing = offset + limit
  let next: QueryCommandInput['ExclusiveStartKey']
  do {
    const read = await query({ ...allOf(wish), Limit: matching ? 100 : missing, ExclusiveStartKey: next })
    units += read.units
    missing -= read.positions.filter(position => matching?.has(idOfPosition(position)) ?? true).length
    next = read.next
  } while (next && missing > 0)
  return units
}

export async function naively(wish: Wish): Promise<Naive> {
  return { skip: await skip(wish), count: await countOf(wish) }
}

/**
 * Measures what a page would cost if lists had no tallies. Queries would read the list, or its range, from the first
 * entry to the end of the page, and all of it for the total.
 */

import { DynamoDBClient, QueryCommand, type QueryCommandInput } from '@aws-sdk/client-dynamodb'
import { unmarshall } from '@aws-sdk/util-dynamodb'
import { localClientConfig } from '../../infra/local/database/create-table.ts'
import { env } from '../../lib/core/env.ts'
import { fullRange, type Range } from '../../lib/lists/entries.ts'
import { idOfPosition } from '../../lib/lists/position.ts'
import { type List, listPartition } from '../../lib/store/list-entry.ts'

export interface PageQuery {
  list: List
  range?: Range | undefined
  /** The ids of all matches. By default, all entries match. */
  matchingIds?: ReadonlySet<string> | undefined
  offset: number
  limit: number
}

/** All costs are in read units. */
export interface CostWithoutTallies {
  /** The cost of reading the list or its range up to the end of the page. */
  page: number
  /** The cost of reading the whole list or its whole range. */
  total: number
}

const createClient = () => new DynamoDBClient(localClientConfig(env.dynamodbEndpoint ?? ''))
let client: DynamoDBClient | undefined

async function send(input: Partial<QueryCommandInput>) {
  client ??= createClient()
  const command = new QueryCommand({ ...input, TableName: env.tableName, ReturnConsumedCapacity: 'TOTAL' })
  const { Items = [], LastEvaluatedKey, ConsumedCapacity } = await client.send(command)
  const units = ConsumedCapacity?.CapacityUnits ?? 0
  return { positions: Items.map(item => String(unmarshall(item).sk)), nextKey: LastEvaluatedKey, units }
}

const inputOf = ({ list, range = fullRange }: PageQuery): Partial<QueryCommandInput> => ({
  KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
  ExpressionAttributeValues: { ':pk': { S: listPartition(list) }, ':from': { S: range.from }, ':to': { S: range.to } },
  ScanIndexForward: false,
})

const totalCosts = new Map<string, Promise<number>>()

/** Returns the cost of the total. Each list and range is read only once, because many pages have the same total. */
function measureTotal(query: PageQuery): Promise<number> {
  const name = JSON.stringify([listPartition(query.list), query.range])
  const units = totalCosts.get(name) ?? countEntries(query)
  totalCosts.set(name, units)
  return units
}

async function countEntries(query: PageQuery): Promise<number> {
  let units = 0
  let nextKey: QueryCommandInput['ExclusiveStartKey']
  do {
    const reply = await send({ ...inputOf(query), Select: 'COUNT', ExclusiveStartKey: nextKey })
    units += reply.units
    nextKey = reply.nextKey
  } while (nextKey)
  return units
}

async function measurePage(query: PageQuery): Promise<number> {
  const { offset, limit, matchingIds } = query
  let units = 0
  let missing = offset + limit
  let nextKey: QueryCommandInput['ExclusiveStartKey']
  do {
    const Limit = matchingIds ? 100 : missing
    const reply = await send({ ...inputOf(query), Limit, ExclusiveStartKey: nextKey })
    units += reply.units
    missing -= reply.positions.filter(position => matchingIds?.has(idOfPosition(position)) ?? true).length
    nextKey = reply.nextKey
  } while (nextKey && missing > 0)
  return units
}

export async function measureWithoutTallies(query: PageQuery): Promise<CostWithoutTallies> {
  return { page: await measurePage(query), total: await measureTotal(query) }
}

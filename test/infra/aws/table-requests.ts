/** Translates the commands of the SDK into the operations that IAM checks. */

import { tableKeys } from '../../../lib/store/table.ts'

export interface TableRequest {
  operation: string
  index: string | undefined
  partitions: string[]
  /** The attributes that the request names. This is empty for reads, which read all attributes, and for batches. */
  attributes: string[]
}

type Item = Record<string, unknown>

interface Operation {
  Key?: Item
  Item?: Item
  ExpressionAttributeNames?: Record<string, string>
}
interface Input extends Operation {
  IndexName?: string
  ExpressionAttributeValues?: Item
  TransactItems?: Record<string, Operation>[]
  RequestItems?: Record<string, { Keys: Item[] } | BatchWrite[]>
}

interface BatchWrite {
  PutRequest?: { Item: Item }
  DeleteRequest?: { Key: Item }
}

const textOf = (value: unknown) => String(Object(value).S ?? value)
const partitionOf = (item: Item = {}) => textOf(item[tableKeys.partition])

function requestOf(operation: string, { Key, Item, ExpressionAttributeNames = {} }: Operation): TableRequest {
  const names = [...Object.keys(Key ?? Item ?? {}), ...Object.values(ExpressionAttributeNames)]
  const attributes = operation === 'GetItem' ? [] : [...new Set(names)]
  return { operation, index: undefined, partitions: [partitionOf(Key ?? Item)], attributes }
}

const transactOperations: Record<string, string> = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
}

const keysOf = (batch: { Keys: Item[] } | BatchWrite[]): (Item | undefined)[] =>
  Array.isArray(batch)
    ? batch.map(({ PutRequest, DeleteRequest }) => PutRequest?.Item ?? DeleteRequest?.Key)
    : batch.Keys

/** Returns the requests that IAM checks: one for each operation of a transaction, but only one for a batch. */
export function requestsOf(command: string, input: Input): TableRequest[] {
  const operation = command.replace(/Command$/, '')
  if (input.TransactItems)
    return input.TransactItems.flatMap(item =>
      Object.entries(item).map(([kind, fields]) => requestOf(transactOperations[kind]!, fields)),
    )
  if (operation === 'Query') {
    const partitions = [textOf(input.ExpressionAttributeValues?.[':pk'])]
    return [{ operation, index: input.IndexName, partitions, attributes: [] }]
  }
  if (input.RequestItems) {
    const keys = Object.values(input.RequestItems).flatMap(keysOf)
    return [{ operation, index: undefined, partitions: keys.map(partitionOf), attributes: [] }]
  }
  return [requestOf(operation, input)]
}

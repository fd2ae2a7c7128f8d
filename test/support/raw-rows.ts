/** Reads the whole table, which only tests may do, and shows what is in its rows. */

import { gunzipSync } from 'node:zlib'
import { paginateScan } from '@aws-sdk/lib-dynamodb'
import { client, tableConfig } from '../../lib/store/client.ts'

export type RawRow = Record<string, unknown>

/** Returns all rows whose keys, index keys or attributes name the account. */
export async function rawRowsOf(account: number): Promise<RawRow[]> {
  const pages = paginateScan(
    { client },
    {
      TableName: tableConfig.table,
      ConsistentRead: true,
      FilterExpression:
        'begins_with(pk, :prefix) OR account = :account OR pk = :row OR gsi1pk = :keys OR begins_with(gsi1pk, :prefix)',
      ExpressionAttributeValues: {
        ':prefix': `${account}#`,
        ':account': account,
        ':row': `account#${account}`,
        ':keys': `keys#${account}`,
      },
    },
  )
  const rows: RawRow[] = []
  for await (const { Items = [] } of pages) rows.push(...Items)
  return rows
}

const unpack = (value: unknown): unknown =>
  typeof value === 'string' && value.startsWith('H4sI') ? gunzipSync(Buffer.from(value, 'base64')).toString() : value

/** Returns everything in a row as one text in lower case, compressed attributes included. */
export const textOf = (row: RawRow): string =>
  JSON.stringify(Object.entries(row).map(([name, value]) => [name, unpack(value)])).toLowerCase()

/** Returns the name of the row's entity, such as `order`. */
export const kindOf = (row: RawRow) => String(row.__edb_e__ ?? row.e)

/** Names the keys, the index and the attributes of the table, for entities, the CDK stack and the local database. */

export const tableKeys = { partition: 'pk', sort: 'sk' } as const

/** DynamoDB deletes a row after the time in this attribute, in seconds since 1970. */
export const expiryAttribute = 'expiresAt'

/** The index of the few rows that are also found by attributes outside their keys. */
export const secondaryIndex = { name: 'gsi1', partition: 'gsi1pk', sort: 'gsi1sk' } as const

/** The operations that policies allow. Scan is not one of them, because no code reads the whole table. */
export type TableAction =
  | 'GetItem'
  | 'BatchGetItem'
  | 'Query'
  | 'PutItem'
  | 'UpdateItem'
  | 'DeleteItem'
  | 'ConditionCheckItem'
  | 'BatchWriteItem'

/**
 * In list entries, this attribute contains the name of the entity. The attribute is named by one letter, because there
 * are many entries.
 */
export const entryEntityAttribute = 'e'

/** In all rows except list entries, this attribute contains the name of the entity. ElectroDB uses it by default. */
export const entityAttribute = '__edb_e__'

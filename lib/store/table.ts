/** The names in the table that entities, the CDK stack and the local database share. */

export const tableKeys = { partition: 'pk', sort: 'sk' } as const

/** DynamoDB's time to live attribute, in seconds since 1970. */
export const expiryAttribute = 'expiresAt'

/** For the few rows that are also found by something other than their key. */
export const secondaryIndex = { name: 'gsi1', partition: 'gsi1pk', sort: 'gsi1sk' } as const

/** Operations that policies allow. There is no Scan, as no code reads the whole table. */
export type TableAction =
  | 'GetItem'
  | 'BatchGetItem'
  | 'Query'
  | 'PutItem'
  | 'UpdateItem'
  | 'DeleteItem'
  | 'ConditionCheckItem'
  | 'BatchWriteItem'

/** Contains the entity name of list entries; one letter, as there are many of them. */
export const entryEntityAttribute = 'e'

/** Contains ElectroDB's entity name of all other rows. */
export const entityAttribute = '__edb_e__'

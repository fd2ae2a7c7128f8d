/** The one table: the names that the entities, the stack and the local database must agree on. */

export const tableKeys = { partition: 'pk', sort: 'sk' } as const

/** Rows that are worth nothing any more name here, in epoch seconds, when DynamoDB may drop them. */
export const expiryAttribute = 'expiresAt'

/** A second way in, for the few rows that are looked for by something else than their key. */
export const secondaryIndex = { name: 'gsi1', partition: 'gsi1pk', sort: 'gsi1sk' } as const

/** Where an entry says that it is one: in a letter, as there are so many of them. */
export const entryEntityAttribute = 'e'

/** Where ElectroDB says of every other row which kind of entity it is. */
export const entityAttribute = '__edb_e__'

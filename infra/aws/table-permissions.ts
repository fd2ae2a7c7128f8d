/** Defines what each Lambda may do with the table. A test checks that no role has an unused permission. */

import type { SecretKind } from '../../lib/core/aws-names.ts'
import type { Route } from '../../lib/http/route.ts'
import { entityAttribute, type TableAction, tableKeys } from '../../lib/store/table.ts'
import type { Worker } from '../../lib/workers.ts'

/** Each of `partitions` is a pattern of partition keys, in which `*` is a wildcard. */
export interface TablePermission {
  actions: readonly TableAction[]
  partitions: readonly string[]
  /** Whether the permission is for the secondary index instead of the table. */
  isIndex?: true
  /** A request may contain only these attributes. By default, a request may contain all attributes. */
  attributes?: readonly string[]
}

/**
 * The partition keys of stores begin with the account number. The partition keys of API keys, accounts and secrets
 * begin with a letter.
 */
const storePartitions = [...'123456789'].map(digit => `${digit}*`)
const accountPartitions = ['account#*']
const keyPartitions = ['key#*']
const maintenancePartition = 'maintenance-mode'

/**
 * Returns the permission to read the encrypted rows of one kind of secrets. A Lambda gets this permission only together
 * with the permission to decrypt these secrets.
 */
export const secretReadPermission = (kind: SecretKind): TablePermission => ({
  actions: ['GetItem'],
  partitions: [`secret#${kind}#*`],
})

const readAccounts: TablePermission = { actions: ['GetItem'], partitions: accountPartitions }

/** Endpoints that only read data also need to update the row that counts requests for the rate limit. */
const readPermissions: TablePermission[] = [
  { actions: ['GetItem', 'BatchGetItem', 'Query'], partitions: storePartitions },
  { actions: ['Query'], partitions: storePartitions, isIndex: true },
  { actions: ['UpdateItem'], partitions: ['*#rate-limits'] },
  readAccounts,
]

/** A transaction needs the permissions of its operations, because DynamoDB has no permission for transactions. */
const writeActions = ['PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'] as const

const writePermissions: TablePermission[] = [
  { actions: ['GetItem', 'Query', ...writeActions], partitions: storePartitions },
  readAccounts,
]

const byAccess = { read: readPermissions, write: writePermissions, none: [] }

export const permissionsOfRoute = ({ access, tableScope }: Route): readonly TablePermission[] =>
  tableScope ? permissionsIn(tableScope) : byAccess[access]

const permissionsIn = (scope: NonNullable<Route['tableScope']>): TablePermission[] => [
  { actions: scope.actions, partitions: scope.partitions },
  ...(scope.reads ? [{ actions: ['GetItem'], partitions: scope.reads } as const] : []),
  ...(scope.readsAccounts ? [readAccounts] : []),
  ...(scope.accountAttributes ? [updateAccounts(scope.accountAttributes)] : []),
]

/** An update of an account also contains the key attributes, and the attributes that ElectroDB always writes. */
const namedAttributes = [...Object.values(tableKeys), 'account', entityAttribute, '__edb_v__']

const updateAccounts = (attributes: readonly string[]): TablePermission => ({
  actions: ['UpdateItem'],
  partitions: accountPartitions,
  attributes: [...namedAttributes, ...attributes],
})

export const permissionsOfWorker = ({ table }: Worker): readonly TablePermission[] =>
  table
    ? [
        { actions: table.actions, partitions: storePartitions },
        ...(table.readsAccounts ? [readAccounts] : []),
        ...(table.reads ? [{ actions: ['GetItem'], partitions: table.reads } as const] : []),
        ...(table.ownPartition ? [{ actions: ['GetItem', 'PutItem'], partitions: [table.ownPartition] } as const] : []),
        ...(table.index ? [{ actions: ['Query'], partitions: table.index, isIndex: true } as const] : []),
      ]
    : []

export const authorizerPermissions: readonly TablePermission[] = [
  { actions: ['GetItem'], partitions: [...keyPartitions, ...accountPartitions, maintenancePartition] },
  { actions: ['UpdateItem'], partitions: keyPartitions, attributes: [...Object.values(tableKeys), 'lastUsedOn'] },
]

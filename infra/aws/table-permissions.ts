/** What each Lambda may do with the table: no more than it does, which test/infra/aws/recorded-requests.test.ts checks. */

import type { Route } from '../../lib/http/route.ts'
import { entityAttribute, type TableAction, tableKeys } from '../../lib/store/table.ts'
import type { Worker } from '../../lib/workers.ts'

/** The partitions are patterns with `*` as a wildcard. */
export interface TablePermission {
  actions: readonly TableAction[]
  partitions: readonly string[]
  /** Of the secondary index in place of the table. */
  isIndex?: true
  /** The only attributes that the request may contain. Default: all. */
  attributes?: readonly string[]
}

/** A partition of a store begins with the number of its account, and one of keys or accounts with a letter. */
const storePartitions = [...'123456789'].map(digit => `${digit}*`)
const accountPartitions = ['account#*']
const keyPartitions = ['key#*']

const readAccounts: TablePermission = { actions: ['GetItem'], partitions: accountPartitions }

/** One that only reads counts its requests all the same. */
const readPermissions: TablePermission[] = [
  { actions: ['GetItem', 'BatchGetItem', 'Query'], partitions: storePartitions },
  { actions: ['Query'], partitions: storePartitions, isIndex: true },
  { actions: ['UpdateItem'], partitions: ['*#rate-limits'] },
  readAccounts,
]

/** A transaction needs permission for each of its operations, and none of its own. */
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
  ...(scope.readsAccounts ? [readAccounts] : []),
  ...(scope.accountAttributes ? [updateAccounts(scope.accountAttributes)] : []),
]

/** An update names these, too: the keys, and what ElectroDB writes with every change. */
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
        ...(table.index ? [{ actions: ['Query'], partitions: table.index, isIndex: true } as const] : []),
      ]
    : []

export const authorizerPermissions: readonly TablePermission[] = [
  { actions: ['GetItem'], partitions: [...keyPartitions, ...accountPartitions] },
  {
    actions: ['UpdateItem'],
    partitions: keyPartitions,
    attributes: [...Object.values(tableKeys), 'lastUsedOn'],
  },
]

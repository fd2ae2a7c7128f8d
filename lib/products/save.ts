/**
 * Applies updates to many products, and creates the products that do not exist yet. One transaction may create several
 * products.
 */

import { isDeepStrictEqual } from 'node:util'
import { millisecondsLeft } from '../core/deadline.ts'
import { type EventStamp, stampTime } from '../core/event-stamp.ts'
import { productIdOf } from '../core/ids.ts'
import { mapConcurrent } from '../core/map-concurrent.ts'
import { Problem } from '../core/problem.ts'
import type { Tenant } from '../core/tenant.ts'
import { batchGet } from '../store/batch.ts'
import { Conflict, retryOnConflict } from '../store/conditional-write.ts'
import { createRows, groupsToCreate } from '../store/create-rows.ts'
import { save } from '../store/save.ts'
import { keyOf, ProductRow } from './entity.ts'
import { hasOnlyNewStamp } from './rules.ts'
import { saveEventStampInSharedWrite } from './share-event-stamp-writes.ts'
import { productDefinition } from './stored-object.ts'

export interface ProductUpdate {
  userDefinedId: string
  apply: (row: ProductRow) => ProductRow
}

export interface UpdateSource {
  stamp: EventStamp
  accountCurrency: string
  /**
   * `eventual` costs half as many read units. Each save has a condition, and reads again consistently if the condition
   * fails. Only the returned rows may be older than the stored ones.
   */
  readConsistency?: 'eventual'
}

/** Applies all updates before it saves any product, so that nothing is saved if an update is invalid. */
export async function saveProductUpdates(
  tenant: Tenant,
  updates: readonly ProductUpdate[],
  source: UpdateSource,
): Promise<ProductRow[]> {
  const context = { tenant, source }
  const keys = updates.map(update => keyOfUpdate(tenant, update))
  const known = await batchGet<ProductRow>(ProductRow, keys, source.readConsistency !== 'eventual')
  const knownById = new Map(known.map(row => [row.userDefinedId, row]))
  const changes = updates.map(update => {
    const before = knownById.get(update.userDefinedId)
    return { update, before, after: rowAfterUpdate(before, update, context) }
  })
  const saved = new Map((await saveAll(changes, context)).map(row => [row.id, row]))
  return changes.map(({ after }) => saved.get(after.id) ?? after)
}

interface Context {
  tenant: Tenant
  source: UpdateSource
}

interface Change {
  update: ProductUpdate
  before: ProductRow | undefined
  after: ProductRow
}

/**
 * The number of saves at the same time. An order may have hundreds of products, but the AWS SDK opens at most 50
 * connections.
 */
const concurrentSaves = 10
/** A save begins only if the request has this much time left. */
const saveMilliseconds = 3000

/**
 * Saves the changes. When the time of the request runs out, starts no more saves, and throws an error once the started
 * saves have ended.
 */
async function saveAll(changes: readonly Change[], context: Context): Promise<ProductRow[]> {
  const results = await mapConcurrent(groupsOf(changes), concurrentSaves, async group =>
    millisecondsLeft() < saveMilliseconds ? [] : saveGroup(group, context),
  )
  const saved = results.flat()
  if (saved.length < changes.length) throw notAllSaved(saved.length, changes.length)
  return saved
}

const notAllSaved = (saved: number, count: number) =>
  new Problem('unavailable', {
    message: `${saved} of ${count} products were saved. Send the request again to save the others.`,
    headers: { 'Retry-After': '5' },
  })

function groupsOf(changes: readonly Change[]): Change[][] {
  const [created, changed] = [changes.filter(({ before }) => !before), changes.filter(({ before }) => before)]
  return [...groupsToCreate(productDefinition, created, ({ after }) => after), ...changed.map(change => [change])]
}

/** After a write conflict, each product of the group is read again and saved separately. */
async function saveGroup(group: readonly Change[], context: Context): Promise<ProductRow[]> {
  const [first, ...others] = group
  try {
    if (first && others.length === 0) return [await saveChange(first)]
    return await createRows(
      productDefinition,
      group.map(({ after }) => after),
    )
  } catch (fault) {
    if (!(fault instanceof Conflict)) throw fault
    return Promise.all(group.map(({ update }) => upsertOne(update, context)))
  }
}

async function saveChange({ before, after }: Omit<Change, 'update'>): Promise<ProductRow> {
  if (!before) return save(productDefinition, after)
  if (isDeepStrictEqual(after, before)) return before
  return hasOnlyNewStamp(after, before)
    ? saveEventStampInSharedWrite(after, before)
    : save(productDefinition, after, before)
}

const upsertOne = (update: ProductUpdate, context: Context): Promise<ProductRow> =>
  retryOnConflict(async () => {
    const { data } = await ProductRow.get(keyOfUpdate(context.tenant, update)).go({ consistent: true })
    const before = data ?? undefined
    return saveChange({ before, after: rowAfterUpdate(before, update, context) })
  })

export const keyOfUpdate = (tenant: Tenant, { userDefinedId }: ProductUpdate) =>
  keyOf(tenant, productIdOf(tenant, userDefinedId))

export function rowAfterUpdate(
  before: ProductRow | null | undefined,
  update: ProductUpdate,
  { tenant, source }: Context,
): ProductRow {
  const { userDefinedId } = update
  const creationDate = stampTime(source.stamp)
  const row = before ?? { ...keyOfUpdate(tenant, update), userDefinedId, ...emptyProduct, creationDate }
  return update.apply({ ...row, accountCurrency: source.accountCurrency.toLowerCase() })
}

const emptyProduct = { version: 0, latest: {}, unitsSold: 0n, salesAmount: 0n }

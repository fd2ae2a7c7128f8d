/** Exports every object of an account in batches. After an interruption, an export can continue from any batch. */

import { parseJsonOr } from '../core/json.ts'
import { mapConcurrent } from '../core/map-concurrent.ts'
import { type AccountId, type Mode, modes, type Tenant } from '../core/tenant.ts'
import { accountEntities, tenantEntities } from './entities.ts'
import {
  type Position,
  readDependentRows,
  readEntityBatches,
  type StoredEntity,
  type StoredRow,
} from './stored-entity.ts'

interface ExportedObject {
  object: string
  [field: string]: unknown
}

interface ExportedBatch {
  objects: ExportedObject[]
  /** The position where the next batch begins; null after the last batch. */
  next: string | null
}

interface ExportOptions {
  /** The mode to export; both modes by default. */
  mode?: Mode | undefined
  from?: string | undefined
}

interface Part {
  stored: StoredEntity
  tenant: Tenant
}

interface Scope {
  account: AccountId
  /** The mode that is exported; undefined if both are. */
  mode: Mode | undefined
}

/**
 * The position from which an export continues. A part of an export contains the rows of one entity, in one mode or in
 * the whole account. `part` is the index of a part. An export with another scope has other parts, and would skip rows.
 */
interface Bookmark extends Scope, Partial<Position> {
  part: number
}

export async function* readExportBatches(
  account: AccountId,
  { mode, from }: ExportOptions = {},
): AsyncGenerator<ExportedBatch> {
  const parts = partsOf(account, mode)
  const { part: first, ...start } = from ? decode(from, { account, mode }) : { part: 0 }
  for (const [part, { stored, tenant }] of [...parts.entries()].slice(first)) {
    const position = part === first && isPosition(start) ? start : undefined
    for await (const { rows, next } of readEntityBatches(stored, tenant, position)) {
      const bookmark = { account, mode, part: next ? part : part + 1, ...next }
      const isLast = bookmark.part === parts.length
      yield { objects: await objectsOf(stored, rows), next: isLast ? null : encode(bookmark) }
    }
  }
}

/**
 * Returns the parts of an export. The account is the first part, so that an export returns the account before the
 * objects that belong to it.
 */
function partsOf(account: AccountId, mode: Mode | undefined): Part[] {
  const isExported = ({ isExported }: StoredEntity) => isExported
  const partsIn = (entities: readonly StoredEntity[], tenantMode: Mode) =>
    entities.filter(isExported).map(stored => ({ stored, tenant: { account, mode: tenantMode } }))
  const wanted = mode ? [mode] : modes
  return [
    ...partsIn(accountEntities, 'Live').toReversed(),
    ...wanted.flatMap(tenantMode => partsIn(tenantEntities, tenantMode)),
  ]
}

const maxConcurrent = 10

async function objectsOf(stored: StoredEntity, rows: StoredRow[]): Promise<ExportedObject[]> {
  const objects = await mapConcurrent(rows, maxConcurrent, async row => {
    const others = stored.dependents.map(async dependents =>
      (await readDependentRows(dependents, row)).map(found => objectOf(dependents.name, found)),
    )
    return [objectOf(stored.name, row), ...(await Promise.all(others)).flat()]
  })
  return objects.flat()
}

/** The fields that are not exported: secrets, and fields that only the implementation uses. */
const omitted = new Set([
  'secret',
  'hash',
  'shard',
  'version',
  'rowVersion',
  'unfinished',
  'expiresAt',
  'unqueuedSince',
  'claimId',
])

const objectOf = (object: string, row: StoredRow): ExportedObject => ({
  object,
  ...Object.fromEntries(Object.entries(row).filter(([field]) => !omitted.has(field))),
})

const encode = (bookmark: Bookmark) => Buffer.from(JSON.stringify(bookmark)).toString('base64url')

function decode(text: string, scope: Scope): Omit<Bookmark, keyof Scope> {
  const bookmark = (parseJsonOr(Buffer.from(text, 'base64url').toString(), null) ?? {}) as Partial<Bookmark>
  const { account, mode, part, ...position } = bookmark
  if (Number.isInteger(part) && account === scope.account && mode === scope.mode)
    return { part: Number(part), ...position }
  throw new Error('This is not a position that an export of the same account and mode has printed.')
}

const isPosition = (start: Partial<Position>): start is Position => start.partition !== undefined

/** Exports every object of an account, batch by batch; it can go on from the position of any batch. */

import type { AccountId } from '../core/ids.ts'
import { mapConcurrent } from '../core/map-concurrent.ts'
import { type Mode, modes, type Tenant } from '../core/tenant.ts'
import { accountEntities, tenantEntities } from './entities.ts'
import { batchesOf, dependentRowsOf, type Position, type StoredEntity, type StoredRow } from './stored-entity.ts'

interface ExportedObject {
  object: string
  [field: string]: unknown
}

interface ExportedBatch {
  objects: ExportedObject[]
  /** Where the rest begins; null after the last batch. */
  next: string | null
}

interface ExportOptions {
  /** Default: both. */
  mode?: Mode | undefined
  from?: string | undefined
}

interface Part {
  stored: StoredEntity
  tenant: Tenant
}

/** Where an export goes on: the part by its number, and the position in it. */
interface Bookmark extends Partial<Position> {
  part: number
}

export async function* exportAccount(
  account: AccountId,
  { mode, from }: ExportOptions = {},
): AsyncGenerator<ExportedBatch> {
  const parts = partsOf(account, mode)
  const { part: first, ...start } = from ? decode(from) : { part: 0 }
  for (const [part, { stored, tenant }] of [...parts.entries()].slice(first)) {
    const position = part === first && isPosition(start) ? start : undefined
    for await (const { rows, next } of batchesOf(stored, tenant, position)) {
      const bookmark = next ? { part, ...next } : { part: part + 1 }
      const isLast = bookmark.part === parts.length
      yield { objects: await objectsOf(stored, rows), next: isLast ? null : encode(bookmark) }
    }
  }
}

/** The account first, so that whoever reads the export knows whose objects follow. */
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
  const exported = stored.dependents.filter(({ isExported }) => isExported)
  const objects = await mapConcurrent(rows, maxConcurrent, async row => {
    const others = exported.map(async dependents =>
      (await dependentRowsOf(dependents, row)).map(found => objectOf(dependents.name, found)),
    )
    return [objectOf(stored.name, row), ...(await Promise.all(others)).flat()]
  })
  return objects.flat()
}

/** Secrets, and what serves the storage only. */
const omitted = new Set([
  'secret',
  'hash',
  'shard',
  'version',
  'form',
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

function decode(text: string): Bookmark {
  try {
    const { part, ...position }: Bookmark = JSON.parse(Buffer.from(text, 'base64url').toString())
    if (Number.isInteger(part)) return { part, ...position }
  } catch {
    // Reported below, like every other text that is no position.
  }
  throw new Error('This is not a position that an export has printed.')
}

const isPosition = (start: Partial<Position>): start is Position => start.partition !== undefined

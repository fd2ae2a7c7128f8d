/** Compares an imported object in this store with the same object on the source server, field by field. */

import { isDeepStrictEqual } from 'node:util'
import type * as z from 'zod'
import { dateTime, unwrapSchema } from '../../../lib/core/fields.ts'
import { isObject } from '../../../lib/core/json.ts'
import { fieldPath } from '../../../lib/core/problem.ts'
import type { ImportKind } from '../../../lib/import/index.ts'
import { type Difference, isExpected } from './expected-differences.ts'
import type { Imported } from './import-objects.ts'
import type { Import } from './import-run.ts'
import { countErasedAndAbsent, type KindState, kindStateOf } from './import-state.ts'
import { findTargetReplies, targetReaders } from './target-readers.ts'

export async function compareStoredWithSource<K extends ImportKind>(
  { tenant, state }: Import,
  { kind, id, source }: { kind: K } & Omit<Imported<K>, 'listed'>,
): Promise<Difference[]> {
  const here = await findTargetReplies(kind, { tenant, id, source: { ...source } })
  const { schema, convert } = targetReaders[kind]
  const missing = { field: 'id', source: id, here: null }
  const kinds = Object.keys(state.kinds) as ImportKind[]
  const importedWholly = kinds.filter(imported => isImportedWholly(kindStateOf(state, imported)))
  const converted = convert?.(source) ?? source
  return here ? findUnexpectedDifferences({ source: converted, here, schema }, importedWholly) : [missing]
}

const isImportedWholly = (kindState: KindState) => kindState.leftOut + countErasedAndAbsent(kindState) === 0

interface Pair {
  path: PropertyKey[]
  source: unknown
  here: unknown
  schema: z.core.$ZodType
}

/**
 * Returns the differences that are not expected. A field is compared only if it is in `schema` and the source returns
 * it, because other fields cannot be imported.
 */
export function findUnexpectedDifferences(
  { source, here, schema }: Omit<Pair, 'path'>,
  importedKinds: readonly ImportKind[],
): Difference[] {
  return differencesOf({ path: [], source, here, schema })
    .map(({ path, source, here }) => ({ field: fieldPath(path), source, here }))
    .filter(difference => !isExpected(difference, importedKinds))
}

function differencesOf({ path, source, here, schema }: Pair): Pair[] {
  const unwrapped = unwrapSchema(schema)
  const { def } = unwrapped._zod
  if (def.type === 'object' && isObject(source) && isObject(here))
    return Object.entries(def.shape)
      .filter(([name]) => name in source)
      .flatMap(([name, field]) =>
        differencesOf({ path: [...path, name], source: source[name], here: here[name], schema: field }),
      )
  if (def.type === 'array' && Array.isArray(source) && Array.isArray(here))
    return pairsOf(source, here).flatMap(([index, one, other]) =>
      differencesOf({ path: [...path, index], source: one, here: other, schema: def.element }),
    )
  return isSame({ source, here, schema: unwrapped }) ? [] : [{ path, source, here, schema }]
}

/**
 * Pairs the entries of two arrays by a field that identifies an entry. If the entries have no such field, pairs them by
 * position.
 */
function pairsOf(source: unknown[], here: unknown[]): [index: number, source: unknown, here: unknown][] {
  const field = identifyingFields.find(name => isIdentifying(name, source))
  const find = (entry: unknown, index: number) =>
    field ? here.find(other => keyOf(other, field) === keyOf(entry, field)) : here[index]
  const pairs = source.map((entry, index): [number, unknown, unknown] => [index, entry, find(entry, index)])
  const keys = field ? source.map(entry => keyOf(entry, field)) : []
  const extra = field ? here.filter(other => !keys.includes(keyOf(other, field))) : here.slice(source.length)
  return [...pairs, ...extra.map((entry, n): [number, unknown, unknown] => [source.length + n, null, entry])]
}

const identifyingFields = ['uniqueId', 'domain', 'fileGuid', 'id']

function isIdentifying(field: string, entries: unknown[]): boolean {
  const keys = entries.map(entry => keyOf(entry, field))
  return keys.every(key => key !== null) && new Set(keys).size === keys.length
}

function keyOf(entry: unknown, field: string): string | null {
  const key = isObject(entry) ? entry[field] : null
  return typeof key === 'string' && key ? key.toLowerCase() : null
}

/** Servers write an absent value in different ways. `isEmpty` treats these texts as absent, like null, 0 and `[]`. */
const emptyJson = new Set(['', '[]', '{}'])
const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === 0 ||
  value === false ||
  (typeof value === 'string' && emptyJson.has(value.trim())) ||
  (Array.isArray(value) && value.length === 0) ||
  (isObject(value) && Object.values(value).every(isEmpty))

/** Compares two values in a common form, because the same number, date or text can be written in several ways. */
function isSame({ source, here, schema }: Omit<Pair, 'path' | 'schema'> & { schema: z.core.$ZodTypes }): boolean {
  if (isEmpty(source) && isEmpty(here)) return true
  return isDeepStrictEqual(canonical(source, schema), canonical(here, schema))
}

function canonical(value: unknown, schema: z.core.$ZodTypes): unknown {
  const { def } = schema._zod
  if (def.type === 'number') return roundOff(Number(value))
  if (def.type === 'boolean') return String(value).toLowerCase()
  const isDate = 'format' in def && def.format === 'datetime'
  if (isDate) return dateTime.safeParse(value).data ?? value
  return typeof value === 'string' ? value.trim() : value
}

/** Rounds a number, so that errors of floating-point arithmetic do not count as differences. */
const roundOff = (number: number) => Number(number.toFixed(6)) + 0

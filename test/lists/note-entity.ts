/**
 * Defines notes, a test entity on several lists with two kinds of sorting. Also defines queries for notes and their
 * expected results.
 */

import { Entity, type EntityItem } from 'electrodb'
import fc from 'fast-check'
import type { Tenant } from '../../lib/core/tenant.ts'
import { timeRange } from '../../lib/lists/entries.ts'
import { contains, equalTo } from '../../lib/lists/filter-kinds.ts'
import { FilterTable } from '../../lib/lists/filter-table.ts'
import type { Filter, ListQuery } from '../../lib/lists/list-query.ts'
import { numberPosition, timePosition } from '../../lib/lists/position.ts'
import { shardOf } from '../../lib/store/attributes.ts'
import { tableConfig } from '../../lib/store/client.ts'
import { retryOnConflict } from '../../lib/store/conditional-write.ts'
import { key } from '../../lib/store/key-definitions.ts'
import { type EntryKey, entryRowsOf } from '../../lib/store/list-entry.ts'
import { remove, save } from '../../lib/store/save.ts'
import { type EntityDefinition, versionedAttributes } from '../../lib/store/stored-object.ts'
import { idOf } from './histories.ts'

const NoteRow = new Entity(
  {
    model: { entity: 'note', version: '1', service: 'store' },
    attributes: {
      ...versionedAttributes,
      id: { type: 'string', required: true },
      colour: { type: 'string', required: true },
      labels: { type: 'list', items: { type: 'string' }, required: true },
      second: { type: 'number', required: true },
      weight: { type: 'number', required: true },
    },
    indexes: { byId: key({ pk: ['account', 'mode', '#note', 'id'], sk: ['#note'] }) },
  },
  tableConfig,
)
export type Note = EntityItem<typeof NoteRow>
type Fields = Pick<Note, 'colour' | 'labels' | 'second' | 'weight'>

const timeOf = (second: number) => new Date(Date.UTC(2025, 10, 1) + second * 1000).toISOString()

/** A note has any number of labels and one colour. The filter `part` finds notes by a part of the colour. */
const filters = new FilterTable<Fields, { colour: string; label: string; part: string }>({
  colour: equalTo(({ colour }) => colour),
  label: {
    facetOf: ({ labels }) => labels.join(' '),
    matches: (facet, label) => facet.split(' ').includes(label),
    lists: { valuesOf: ({ labels }) => labels, wantedValue: label => label },
  },
  part: contains(({ colour }) => [colour]),
})

/**
 * A note is on the list of all notes, the list of its colour and the list of each of its labels, which are sorted by
 * time. It is also on a second list of all notes, which is sorted by weight.
 */
const noteDefinition: EntityDefinition<Note> = {
  entity: NoteRow,
  keyOf: ({ account, mode, id }) => ({ account, mode, id }),
  listEntriesOf: note => {
    const [facets, measures] = [filters.facetsOf(note), [BigInt(note.weight)]]
    const byTime = ['notes', ...filters.listsOf('notes', note)].map(list => ({
      list,
      position: timePosition(timeOf(note.second), note.id),
      facets,
      measures,
    }))
    return [...byTime, { list: 'notes/weight', position: numberPosition(note.weight, note.id), facets }]
  },
}

const colours = ['red', 'green', 'blue']
const labels = ['a', 'ab', 'b']
/** Times in seconds. About half of them are within one hour, so that some buckets become full and are divided. */
const seconds = fc.oneof(fc.nat(40 * 86_400), fc.nat(3600))
const fields: fc.Arbitrary<Fields> = fc.record({
  colour: fc.constantFrom(...colours),
  labels: fc.subarray(labels),
  second: seconds,
  weight: fc.oneof(fc.nat(3), fc.nat(5000)),
})

/** A step saves the n-th note with these fields, or deletes this note if `fields` is null. */
export interface Step {
  n: number
  fields: Fields | null
}
export const stepsOf = (notes: number, maxLength: number): fc.Arbitrary<Step[]> =>
  fc.array(fc.record({ n: fc.nat(notes - 1), fields: fc.option(fields, { freq: 4 }) }), { maxLength, size: 'max' })

export const anyQuery = fc.record({
  colour: fc.option(fc.constantFrom(...colours)),
  label: fc.option(fc.constantFrom(...labels)),
  part: fc.option(fc.constantFrom('r', 'e', 'blu'), { freq: 1 }),
  isByWeight: fc.boolean(),
  direction: fc.constantFrom('forwards' as const, 'backwards' as const),
  bounds: fc.option(fc.tuple(seconds, seconds)),
  offset: fc.oneof(fc.nat(10), fc.nat(200)),
  limit: fc.constantFrom(0, 1, 20, 100),
})
export type NoteQuery = typeof anyQuery extends fc.Arbitrary<infer A> ? A : never

const boundsOf = ({ bounds, isByWeight }: NoteQuery) =>
  bounds && !isByWeight ? bounds.toSorted((one, other) => one - other) : null

export function listQueryOf(tenant: Tenant, query: NoteQuery): ListQuery {
  const { colour, label, part, isByWeight, direction } = query
  const queryFilters = filters.filtersOf('notes', {
    ...(colour !== null && { colour }),
    ...(label !== null && { label }),
    ...(part !== null && { part }),
  })
  const [from, to] = boundsOf(query)?.map(timeOf) ?? []
  const fullList = isByWeight ? 'notes/weight' : 'notes'
  return {
    ...tenant,
    fullList,
    filters: isByWeight ? queryFilters.map(withoutList) : queryFilters,
    direction,
    range: timeRange(from, to),
  }
}

/** Returns the filter without its lists, because only the list of all notes is sorted by weight. */
const withoutList = ({ matches }: Filter): Filter => ({ matches })

/** Returns the ids and the total that a page must have, computed from all `notes`. */
export function expectedResults(notes: readonly Note[], query: NoteQuery) {
  const { colour, label, part, isByWeight, direction, offset, limit } = query
  const [from = 0, to = Number.POSITIVE_INFINITY] = boundsOf(query) ?? []
  const orderOf = (note: Note) => (isByWeight ? note.weight : note.second)
  const matches = notes
    .filter(note => !colour || note.colour === colour)
    .filter(note => !label || note.labels.includes(label))
    .filter(note => !part || note.colour.includes(part))
    .filter(({ second }) => isByWeight || (second >= from && second <= to))
    .toSorted((one, other) => orderOf(one) - orderOf(other) || (one.id < other.id ? -1 : 1))
  const inDirection = direction === 'forwards' ? matches : matches.toReversed()
  return { ids: inDirection.slice(offset, offset + limit).map(({ id }) => id), total: inDirection.length }
}

export async function noteAt(tenant: Tenant, n: number): Promise<Note | null> {
  return (await NoteRow.get({ ...tenant, id: idOf(n) }).go({ consistent: true })).data
}

/** Applies a step. Each attempt adds to `changed` the entries that it may change, even if its reply is lost. */
export const applyStep = (tenant: Tenant, { n, fields }: Step, changed: EntryKey[]) =>
  retryOnConflict(async () => {
    const before = await noteAt(tenant, n)
    const after = fields && { ...tenant, id: idOf(n), shard: shardOf(idOf(n)), version: 0, ...fields }
    for (const note of [before, after]) if (note) changed.push(...entryRowsOf(note, noteDefinition.listEntriesOf(note)))
    if (after) await save(noteDefinition, after, before)
    else if (before) await remove(noteDefinition, before)
  })

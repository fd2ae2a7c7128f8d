/** Notes: entities that stand on several lists, in two orders, and what may be asked of them. */

import { Entity, type EntityItem } from 'electrodb'
import fc from 'fast-check'
import type { Tenant } from '../../lib/kit/tenant.ts'
import { between } from '../../lib/lists/entries.ts'
import type { Ask, Question } from '../../lib/lists/find.ts'
import { atNumber, atTime } from '../../lib/lists/position.ts'
import { listed } from '../../lib/store/attributes.ts'
import { inTable } from '../../lib/store/client.ts'
import { type EntryKey, entriesOf } from '../../lib/store/entry.ts'
import { erase, type Kind, save } from '../../lib/store/save.ts'
import { onFreshData } from '../../lib/store/write.ts'
import { idOf } from './histories.ts'

const NoteRow = new Entity(
  {
    model: { entity: 'note', version: '1', service: 'store' },
    attributes: {
      ...listed,
      id: { type: 'string', required: true },
      colour: { type: 'string', required: true },
      labels: { type: 'list', items: { type: 'string' }, required: true },
      second: { type: 'number', required: true },
      weight: { type: 'number', required: true },
    },
    indexes: {
      byId: {
        pk: {
          field: 'pk',
          composite: ['account', 'mode', 'id'],
          template: '${account}#${mode}#note#${id}',
          casing: 'none',
        },
        sk: { field: 'sk', composite: [], template: 'note', casing: 'none' },
      },
    },
  },
  inTable,
)
export type Note = EntityItem<typeof NoteRow>
type Said = Pick<Note, 'colour' | 'labels' | 'second' | 'weight'>

const timeOf = (second: number) => new Date(Date.UTC(2025, 10, 1) + second * 1000).toISOString()
const facetsOf = ({ colour, labels }: Said) => [colour, labels.join(' ')]

/** By time on a list of all, of each colour and of each label; by weight on one. */
const noteKind: Kind<Note> = {
  entity: NoteRow,
  keyOf: ({ account, mode, id }) => ({ account, mode, id }),
  lists: note => {
    const named = [
      'notes',
      `notes/colour=${note.colour}`,
      ...note.labels.map(label => `notes/label=${label}`),
    ]
    const [facets, measures] = [facetsOf(note), [note.weight]]
    const byTime = named.map(list => ({
      list,
      position: atTime(timeOf(note.second), note.id),
      facets,
      measures,
    }))
    return [...byTime, { list: 'notes/weight', position: atNumber(note.weight, note.id), facets }]
  },
}

const colours = ['red', 'green', 'blue']
const labels = ['a', 'ab', 'b']
/** They crowd, so that buckets divide. */
const seconds = fc.oneof(fc.nat(40 * 86_400), fc.nat(3600))
const said: fc.Arbitrary<Said> = fc.record({
  colour: fc.constantFrom(...colours),
  labels: fc.subarray(labels),
  second: seconds,
  weight: fc.oneof(fc.nat(3), fc.nat(5000)),
})

/** One of so many notes is put as is said, or erased. */
export interface Step {
  n: number
  said: Said | null
}
export const stepsOf = (notes: number, most: number): fc.Arbitrary<Step[]> =>
  fc.array(fc.record({ n: fc.nat(notes - 1), said: fc.option(said, { freq: 4 }) }), {
    maxLength: most,
    size: 'max',
  })

/** What is asked together, in what order, between which times, and which of what is found is shown. */
export const asked = fc.record({
  colour: fc.option(fc.constantFrom(...colours)),
  label: fc.option(fc.constantFrom(...labels)),
  part: fc.option(fc.constantFrom('r', 'e', 'blu'), { freq: 1 }),
  isByWeight: fc.boolean(),
  direction: fc.constantFrom('forwards' as const, 'backwards' as const),
  bounds: fc.option(fc.tuple(seconds, seconds)),
  offset: fc.oneof(fc.nat(10), fc.nat(200)),
  limit: fc.constantFrom(0, 1, 20, 100),
})
export type Asked = typeof asked extends fc.Arbitrary<infer A> ? A : never

const boundsOf = ({ bounds, isByWeight }: Asked) =>
  bounds && !isByWeight ? bounds.toSorted((one, other) => one - other) : null

export function questionOf(tenant: Tenant, wanted: Asked): Question {
  const { colour, label, part, isByWeight, direction } = wanted
  const asks: Ask[] = []
  const named = (list: string) => (isByWeight ? {} : { list })
  if (colour) asks.push({ ...named(`notes/colour=${colour}`), facet: 0, matches: said => said === colour })
  if (label)
    asks.push({
      ...named(`notes/label=${label}`),
      facet: 1,
      matches: said => said.split(' ').includes(label),
    })
  if (part) asks.push({ facet: 0, matches: said => said.includes(part) })
  const [from, to] = boundsOf(wanted)?.map(timeOf) ?? []
  const all = isByWeight ? 'notes/weight' : 'notes'
  return { ...tenant, all, asks, direction, range: between(from, to) }
}

/** What a plain array says, in the order of the list: the ids. */
export function expected(notes: readonly Note[], wanted: Asked) {
  const { colour, label, part, isByWeight, direction, offset, limit } = wanted
  const [from = 0, to = Number.POSITIVE_INFINITY] = boundsOf(wanted) ?? []
  const orderOf = (note: Note) => (isByWeight ? note.weight : note.second)
  const found = notes
    .filter(note => !colour || note.colour === colour)
    .filter(note => !label || note.labels.includes(label))
    .filter(note => !part || note.colour.includes(part))
    .filter(({ second }) => isByWeight || (second >= from && second <= to))
    .toSorted((one, other) => orderOf(one) - orderOf(other) || (one.id < other.id ? -1 : 1))
  const seen = direction === 'forwards' ? found : found.toReversed()
  return { ids: seen.slice(offset, offset + limit).map(({ id }) => id), total: seen.length }
}

export async function noteAt(tenant: Tenant, n: number): Promise<Note | null> {
  return (await NoteRow.get({ ...tenant, id: idOf(n) }).go({ consistent: true })).data
}

/** Each try tells which entries it may change, whether its writer hears of it or not. */
export const take = (tenant: Tenant, { n, said }: Step, touched: EntryKey[]) =>
  onFreshData(async () => {
    const before = await noteAt(tenant, n)
    const after = said && { ...tenant, id: idOf(n), version: 0, ...said }
    for (const note of [before, after]) if (note) touched.push(...entriesOf(note, noteKind.lists(note)))
    if (after) await save(noteKind, after, before)
    else if (before) await erase(noteKind, before)
  })

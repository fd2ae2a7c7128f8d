/** A tally caches how many entries lie in a bucket, what their measures add up to, and how the bucket divides. */

import { CustomAttributeType, Entity } from 'electrodb'
import type { Tenant } from '../kit/tenant.ts'
import { inTable } from '../store/client.ts'
import type { List } from '../store/entry.ts'
import { secondaryIndex } from '../store/table.ts'
import { write } from '../store/write.ts'

export interface Sum {
  count: number
  /** Of the measures, in their order; shorter where entries had none. */
  measures: number[]
}

/** What a tally says of one of the buckets below it; only a divided one has a tally of its own. */
export interface Part extends Sum {
  divided?: boolean
}

/** By bucket, each named by its whole prefix. */
export type Parts = Record<string, Part>

export const nothing: Sum = { count: 0, measures: [] }

const longer = (one: number[], other: number[]) => (one.length < other.length ? other : one)

export const added = (one: Sum, other: Sum): Sum => ({
  count: one.count + other.count,
  measures: longer(one.measures, other.measures).map(
    (_, n) => (one.measures[n] ?? 0) + (other.measures[n] ?? 0),
  ),
})

/** What is left of one without the other. */
export const lessened = (one: Sum, other: Sum): Sum => ({
  count: one.count - other.count,
  measures: one.measures.map((measure, n) => measure - (other.measures[n] ?? 0)),
})

export const sumOf = (sums: Iterable<Sum>): Sum => [...sums].reduce(added, nothing)

const TallyRow = new Entity(
  {
    model: { entity: 'tally', version: '1', service: 'store' },
    attributes: {
      account: { type: 'number', required: true },
      mode: { type: 'string', required: true },
      list: { type: 'string', required: true },
      /** The bucket's prefix; the whole list's is empty. */
      prefix: { type: 'string', required: true },
      version: { type: 'number', required: true },
      count: { type: 'number', required: true },
      measures: { type: 'list', items: { type: 'number' }, required: true },
      /** Absent before the first count. */
      parts: { type: CustomAttributeType<Parts>('any') },
    },
    indexes: {
      inOrder: {
        pk: {
          field: 'pk',
          composite: ['account', 'mode', 'list'],
          template: '${account}#${mode}#tally#${list}',
          casing: 'none',
        },
        sk: { field: 'sk', composite: ['prefix'], template: '#${prefix}', casing: 'none' },
      },
      /** Tallies of whole lists that add something up are found by the beginning of the list's name. */
      ofWholeLists: {
        index: secondaryIndex.name,
        condition: ({ prefix, measures }) => prefix === '' && (measures as number[]).length > 0,
        pk: {
          field: secondaryIndex.partition,
          composite: ['account', 'mode'],
          template: '${account}#${mode}#tallies',
          casing: 'none',
        },
        sk: { field: secondaryIndex.sort, composite: ['list'], template: '${list}', casing: 'none' },
      },
    },
  },
  inTable,
)

export interface Tally extends Sum {
  prefix: string
  /** 0 where there is no row yet. */
  version: number
  parts: Parts | undefined
}

const keyOf = ({ account, mode, list }: List, prefix: string) => ({ account, mode, list, prefix })

/** Readers may be a moment behind; who recounts may not. */
export async function readTally(list: List, prefix: string, consistent = false): Promise<Tally> {
  const { data } = await TallyRow.get(keyOf(list, prefix)).go({ consistent })
  const { version = 0, count = 0, measures = [], parts } = data ?? {}
  return { prefix, version, count, measures, parts }
}

/** The tallies of one list as one request needs them: each is read once. */
export interface Tallies {
  list: List
  at: (prefix: string) => Promise<Tally>
}

export function talliesOf(list: List): Tallies {
  const known = new Map<string, Promise<Tally>>()
  const at = (prefix: string) => {
    const tally = known.get(prefix) ?? readTally(list, prefix)
    known.set(prefix, tally)
    return tally
  }
  return { list, at }
}

/** Puts a tally in the place of the one whose version was read before anything was counted; else a Conflict. */
export async function writeTally(list: List, { version: seen, ...tally }: Tally): Promise<void> {
  await write(() =>
    TallyRow.put({ ...keyOf(list, tally.prefix), ...tally, version: seen + 1 })
      .where(({ version }, { eq, notExists }) => (seen ? eq(version, seen) : notExists(version)))
      .go(),
  )
}

/** Where names that go on with an id are parted, so that what one answer cannot hold is read side by side. */
const digits = [...'123456789abcdef']

/** The tallies of all lists of a store whose names begin so, with their months or other first buckets. */
export async function readTallies({ account, mode }: Tenant, beginning: string) {
  const query = TallyRow.query.ofWholeLists({ account, mode })
  const { data: first, cursor } = await query.begins({ list: beginning }).go({ pages: 1 })
  const after = `${first.at(-1)?.list}!`
  const cuts = digits.map(digit => `${beginning}${digit}!`).filter(cut => cut > after)
  const bounds = cursor ? [after, ...cuts, `${beginning}${last}`] : []
  const others = bounds.slice(1).map(async (to, n) => {
    const { data } = await query.between({ list: bounds[n] ?? to }, { list: to }).go({ pages: 'all' })
    return data
  })
  return [first, ...(await Promise.all(others))].flat().map(({ list, parts = {} }) => ({ list, parts }))
}

/** Behind every text. */
const last = '\u{10ffff}'

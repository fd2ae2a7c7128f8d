/** A tally caches how many entries lie in a bucket, what their measures add up to, and in which parts they lie. */

import { CustomAttributeType, Entity } from 'electrodb'
import type { Tenant } from '../core/tenant.ts'
import { tableConfig } from '../store/client.ts'
import { conditionalWrite } from '../store/conflict.ts'
import { key, secondaryKey } from '../store/key.ts'
import type { List } from '../store/list-entry.ts'
import { decodeParts, encodeParts } from './encode-parts.ts'
import type { Parts, Sum } from './parts.ts'

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
      written: { type: CustomAttributeType<Uint8Array>('any') },
    },
    indexes: {
      inOrder: key({ pk: ['account', 'mode', '#tally', 'list'], sk: ['#', 'prefix'] }),
      /** Tallies of whole lists that add something up are found by the beginning of the list's name. */
      ofWholeLists: {
        condition: ({ prefix, measures }) => prefix === '' && (measures as number[]).length > 0,
        ...secondaryKey({ pk: ['account', 'mode', '#tallies'], sk: ['list'] }),
      },
    },
  },
  tableConfig,
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
  const { version = 0, count = 0, measures = [], written: kept } = data ?? {}
  return { prefix, version, count, measures, parts: kept && decodeParts(kept) }
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
export async function writeTally(list: List, { version: seen, parts, ...tally }: Tally): Promise<void> {
  const said = { ...tally, ...(parts && { written: encodeParts(parts) }) }
  await conditionalWrite(() =>
    TallyRow.put({ ...keyOf(list, tally.prefix), ...said, version: seen + 1 })
      .where(({ version }, { eq, notExists }) => (seen ? eq(version, seen) : notExists(version)))
      .go(),
  )
}

/** Where names that go on with an id are parted, so that what one answer cannot hold is read side by side. */
const digits = [...'123456789abcdef']

/** The tallies of all lists of a store whose names begin so. */
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
  const all = [first, ...(await Promise.all(others))].flat()
  return all.map(({ list, written: kept }) => ({ list, parts: kept ? decodeParts(kept) : {} }))
}

/** Behind every text. */
const last = '\u{10ffff}'

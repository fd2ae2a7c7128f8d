/** What many lists of one kind add up to between two times: months from their tallies, parts of months entry by entry. */

import type { Tenant } from '../core/tenant.ts'
import type { EntryRow } from '../store/list-entry.ts'
import { fullRange, intersection, type Range, readEntries, timeRange } from './entries.ts'
import { add, type Parts, type Sum, subtract, sumOf, zero } from './parts.ts'
import { prefixEnd } from './position.ts'
import { readTallies } from './tally.ts'

interface Wish {
  /** How the lists' names begin; what follows tells them apart. */
  beginning: string
  /** The list on which the entries of all these lists are once more. */
  all: string
  /** The part of the name, of an entry of `all`, that tells its own list apart. */
  nameOf: (entry: EntryRow) => string
  from: string | undefined
  to: string | undefined
}

/** By what tells the lists apart. */
export async function sumsBetween(tenant: Tenant, wish: Wish): Promise<Map<string, Sum>> {
  const { beginning, from, to } = wish
  const within = timeRange(from, to) ?? fullRange
  const cuts = within.from > within.to ? [] : cutsOf(within)
  const [tallies, ...read] = await Promise.all([
    readTallies(tenant, beginning),
    ...cuts.map(cut => readCut(tenant, wish, cut)),
  ])
  const counted = countedIn(within, cuts)
  const sums = new Map(
    tallies.map(({ list, parts }) => [list.slice(beginning.length), sumOf(counted(parts))]),
  )
  for (const { name, sum, isLess } of read.flat())
    sums.set(name, (isLess ? subtract : add)(sums.get(name) ?? zero, sum))
  return sums
}

/** Whole months, and those from which what is read is taken off. */
function countedIn(within: Range, cuts: readonly Cut[]) {
  const counts = (month: string) =>
    isWhole(month, within) || cuts.some(cut => cut.isLess && cut.month === month)
  return (parts: Parts) =>
    Object.entries(parts)
      .filter(([bucket]) => counts(monthOf(bucket)))
      .map(([, part]) => part)
}

const monthLength = 't202608'.length
const monthOf = (bound: string) => bound.slice(0, monthLength)

/** `t202608`, from its first instant to its last. */
function spanOf(month: string): Range {
  const [year, number] = [Number(month.slice(1, 5)), Number(month.slice(5, monthLength))]
  const days = new Date(Date.UTC(year, number, 0)).getUTCDate()
  return { from: `${month}01000000000`, to: prefixEnd(`${month}${days}235959999`) }
}

function isWhole(month: string, within: Range): boolean {
  const { from, to } = spanOf(month)
  return within.from <= from && to <= within.to
}

/** What is read of a month that the range holds in part only: what is asked for, or what is not, if that is less. */
interface Cut {
  month: string
  isLess: boolean
  ranges: Range[]
}

/** The first month, the last, or both in one. */
function cutsOf(within: Range): Cut[] {
  const isOpen = (bound: string) => bound === fullRange.from || bound === fullRange.to
  const bounds = [within.from, within.to].filter(bound => !isOpen(bound))
  const months = [...new Set(bounds.map(monthOf))].filter(month => !isWhole(month, within))
  return months.map(month => {
    const span = spanOf(month)
    const inside = intersection(span, within)
    const isLess = daysIn(inside) > mostDays
    return { month, isLess, ranges: isLess ? outside(span, inside) : [inside] }
  })
}

const mostDays = 15
const dayOf = (bound: string) => Number(bound.slice(monthLength, monthLength + 2))
const daysIn = ({ from, to }: Range) => dayOf(to) - dayOf(from)

const outside = (span: Range, { from, to }: Range): Range[] =>
  [
    { from: span.from, to: from },
    { from: to, to: span.to },
  ].filter(range => range.from < range.to)

async function readCut({ account, mode }: Tenant, { all, nameOf }: Wish, { isLess, ranges }: Cut) {
  const list = { account, mode, list: all }
  const read = await Promise.all(ranges.map(range => readEntries(list, { range })))
  return read.flat().map(entry => ({
    name: nameOf(entry),
    sum: { count: 1, measures: entry.measures ?? [] },
    isLess,
  }))
}

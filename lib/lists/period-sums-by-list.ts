/**
 * For each of many lists, computes the sum of the entries in a period. The sums of whole months are in tallies. For a
 * month that is only partly in the period, the entries in the period are added up, or the other entries are subtracted
 * from the sum of the month.
 */

import type { Tenant } from '../core/tenant.ts'
import type { EntryRow } from '../store/list-entry.ts'
import { fullRange, intersection, type Range, readEntries, timeRange } from './entries.ts'
import { prefixEnd } from './position.ts'
import { type CountedList, readCountedLists } from './tally.ts'
import { add, type Parts, type Sum, subtract, sumOf, zero } from './tally-parts.ts'

interface SummedLists {
  /**
   * The prefix that the names of the summed lists begin with. The rest of a list's name is the key of the list's sum.
   */
  prefix: string
  /**
   * The names of the lists that together contain the entries of all summed lists. The entries of partial months are
   * read from these lists. If an entry moves from one of these lists to another meanwhile, it may be read twice, but it
   * is counted once.
   */
  all: readonly string[]
  /** Returns the key of the sum to which an entry is added. */
  keyOf: (entry: EntryRow) => string
}

interface Period {
  from: string | undefined
  to: string | undefined
}

/** Returns the sums of the lists for each period. The tallies are read once for all periods. */
export function readPeriodSumsByList(
  tenant: Tenant,
  lists: SummedLists,
  periods: readonly Period[],
): Promise<Map<string, Sum>[]> {
  const tallies = readCountedLists(tenant, lists.prefix)
  return Promise.all(periods.map(period => sumsOfPeriod(tenant, { ...lists, tallies }, period)))
}

type ReadLists = SummedLists & { tallies: Promise<CountedList[]> }

async function sumsOfPeriod(tenant: Tenant, lists: ReadLists, { from, to }: Period): Promise<Map<string, Sum>> {
  const range = timeRange(from, to) ?? fullRange
  const partials = range.from > range.to ? [] : partialMonths(range)
  const [tallies, ...read] = await Promise.all([
    lists.tallies,
    ...partials.map(partial => readPartialMonth(tenant, lists, partial)),
  ])
  const partsOf = partsIn(range, partials)
  const sums = new Map(tallies.map(({ list, parts }) => [list.slice(lists.prefix.length), sumOf(partsOf(parts))]))
  for (const { key, sum, isSubtracted } of read.flat())
    sums.set(key, (isSubtracted ? subtract : add)(sums.get(key) ?? zero, sum))
  return sums
}

/**
 * Returns a function that selects the parts of a tally to add up: the parts of whole months, and of partial months
 * whose entries outside the range are subtracted later.
 */
function partsIn(range: Range, partials: readonly PartialMonth[]) {
  const isCounted = (month: string) =>
    isWhole(month, range) || partials.some(partial => partial.isSubtracted && partial.month === month)
  return (parts: Parts) =>
    Object.entries(parts)
      .filter(([bucket]) => isCounted(monthOf(bucket)))
      .map(([, part]) => part)
}

const monthLength = 't202608'.length
const monthOf = (bound: string) => bound.slice(0, monthLength)

/** Returns the range from the first to the last instant of a month such as `t202608`. */
function spanOf(month: string): Range {
  const [year, monthNumber] = [Number(month.slice(1, 5)), Number(month.slice(5, monthLength))]
  const days = new Date(Date.UTC(year, monthNumber, 0)).getUTCDate()
  return { from: `${month}01000000000`, to: prefixEnd(`${month}${days}235959999`) }
}

function isWhole(month: string, range: Range): boolean {
  const { from, to } = spanOf(month)
  return range.from <= from && to <= range.to
}

/**
 * A month that is only partly in the range. If the range contains at most about half of the month, the entries in the
 * range are read and added. Otherwise, the entries outside the range are read and subtracted from the sum of the month.
 */
interface PartialMonth {
  month: string
  /**
   * If true, the result has the sum of the whole month, minus the entries in `ranges`. If false, the result has only
   * the entries in `ranges`.
   */
  isSubtracted: boolean
  ranges: Range[]
}

/** Only the first and the last month of a range can be partial; they may be the same month. */
function partialMonths(range: Range): PartialMonth[] {
  const isOpen = (bound: string) => bound === fullRange.from || bound === fullRange.to
  const bounds = [range.from, range.to].filter(bound => !isOpen(bound))
  const months = [...new Set(bounds.map(monthOf))].filter(month => !isWhole(month, range))
  return months.map(month => {
    const span = spanOf(month)
    const inside = intersection(span, range)
    const isSubtracted = daysIn(inside) > halfMonthDays
    return { month, isSubtracted, ranges: isSubtracted ? outside(span, inside) : [inside] }
  })
}

const halfMonthDays = 15
const dayOf = (bound: string) => Number(bound.slice(monthLength, monthLength + 2))
const daysIn = ({ from, to }: Range) => dayOf(to) - dayOf(from)

const outside = (span: Range, { from, to }: Range): Range[] =>
  [
    { from: span.from, to: from },
    { from: to, to: span.to },
  ].filter(range => range.from < range.to)

async function readPartialMonth({ account, mode }: Tenant, { all, keyOf }: SummedLists, partial: PartialMonth) {
  const { isSubtracted, ranges } = partial
  const reads = ranges.flatMap(range => all.map(list => readEntries({ account, mode, list }, { range })))
  const byPosition = new Map((await Promise.all(reads)).flat().map(entry => [entry.position, entry]))
  return [...byPosition.values()].map(entry => ({
    key: keyOf(entry),
    sum: { count: 1, measures: entry.measures ?? [] },
    isSubtracted,
  }))
}

/** What many lists of one kind add up to between two times: whole months from their tallies, the rest entry by entry. */

import type { Tenant } from '../kit/tenant.ts'
import { everything, type Range, readEntries } from './entries.ts'
import { endOf, timeBound } from './position.ts'
import { added, nothing, readTallies, type Sum, sumOf } from './tally.ts'

interface Wish {
  /** How the lists' names begin; what follows tells them apart. */
  beginning: string
  /** The list on which the entries of all of them stand once more; the first facet tells them apart. */
  all: string
  from: string | undefined
  to: string | undefined
}

/** By what tells the lists apart. */
export async function sumsBetween(tenant: Tenant, wish: Wish): Promise<Map<string, Sum>> {
  const { beginning, from, to } = wish
  const within: Range = {
    from: from ? timeBound(from) : everything.from,
    to: to ? endOf(timeBound(to)) : everything.to,
  }
  const [tallies, ...edges] = await Promise.all([
    readTallies(tenant, beginning),
    ...edgesOf(within).map(range => entriesIn(tenant, wish.all, range)),
  ])
  const sums = new Map<string, Sum>()
  for (const { list, parts } of tallies) {
    const whole = Object.entries(parts).filter(([month]) => isWhole(month, within))
    sums.set(list.slice(beginning.length), sumOf(whole.map(([, part]) => part)))
  }
  for (const { name, sum } of edges.flat()) sums.set(name, added(sums.get(name) ?? nothing, sum))
  return sums
}

async function entriesIn(tenant: Tenant, list: string, range: Range) {
  const { account, mode } = tenant
  const entries = await readEntries({ account, mode, list }, { range })
  return entries.map(({ facets: [name = ''] = [], measures = [] }) => ({ name, sum: { count: 1, measures } }))
}

const monthLength = 't202608'.length
const monthOf = (bound: string) => bound.slice(0, monthLength)

/** `t202608`, from its first instant to its last. */
function spanOf(month: string): Range {
  const [year, number] = [Number(month.slice(1, 5)), Number(month.slice(5, monthLength))]
  const days = new Date(Date.UTC(year, number, 0)).getUTCDate()
  return { from: `${month}01000000000`, to: endOf(`${month}${days}235959999`) }
}

function isWhole(month: string, within: Range): boolean {
  const { from, to } = spanOf(month)
  return within.from <= from && to <= within.to
}

/** What of the range lies in months that it holds in part only: the first, the last, or both in one. */
function edgesOf(within: Range): Range[] {
  const isOpen = (bound: string) => bound === everything.from || bound === everything.to
  const bounds = [within.from, within.to].filter(bound => !isOpen(bound))
  const months = [...new Set(bounds.map(monthOf))].filter(month => !isWhole(month, within))
  return months.map(month => {
    const { from, to } = spanOf(month)
    return { from: from > within.from ? from : within.from, to: to < within.to ? to : within.to }
  })
}

/** Measures a store and a small one beside it, and prints what was promised, what it costs, and what was missed. */

import * as accounts from '../../lib/accounts/index.ts'
import type { Tenant } from '../../lib/kit/tenant.ts'
import { type Figure, figuresOf } from './figures.ts'
import { loadStore } from './load.ts'
import { pageLength } from './requests.ts'
import { type Cell, table } from './table.ts'
import { goalUnits, linesOfOrder, type WriteUnits, writeUnitsOfOrder } from './write-units.ts'

const small = 1000
/** Read units of a page in a large store against those of the same page in a small one. */
const mostRatio = 1.3

async function newStore(): Promise<Tenant> {
  const { account } = await accounts.create({ name: 'A measured store', currency: 'EUR', features: [] })
  return { account, mode: 'Live' }
}

interface Measured {
  figures: Figure[]
  bought: WriteUnits
}

async function measuredStore(count: number): Promise<Measured> {
  const store = await loadStore(await newStore(), count)
  return { figures: await figuresOf(store), bought: await writeUnitsOfOrder(store, count) }
}

/** An exit code: whether a figure was missed. */
export async function report(count: number): Promise<number> {
  const before = count === small ? undefined : await measuredStore(small)
  const { figures, bought } = await measuredStore(count)
  const known = new Map(before?.figures.map(figure => [figure.name, figure]))
  const rows = figures.map(figure => rowOf(figure, known.get(figure.name)))
  console.log(`\nPages of ${pageLength} in a store of ${count} orders\n\n${table(head, rows)}`)
  console.log(
    `\nWrite units of one more order, of ${linesOfOrder} items\n\n${writeTable(bought, before?.bought)}`,
  )
  const missed = [
    ...figures.flatMap(figure => missesOf(figure, known.get(figure.name))),
    ...(total(bought) > goalUnits ? [`${total(bought)} write units an order, not ${goalUnits} at most`] : []),
  ]
  console.log(missed.length > 0 ? `\nMissed:\n  ${missed.join('\n  ')}` : '\nAll figures are held.')
  return missed.length > 0 ? 1 : 0
}

const missesOf = (figure: Figure, before: Figure | undefined) =>
  [...figure.misses, ...grown(figure, before)].map(miss => `${figure.name}: ${miss}`)

const atSmall = `at ${small}`
const head = [
  ...['request', 'read units', 'at most', atSmall, 'ratio'],
  ...['in sequence', 'at most', atSmall, 'Query and skip', 'and count', 'held'],
]

function rowOf(figure: Figure, before: Figure | undefined): Cell[] {
  const { name, reading, limit, naive, misses } = figure
  const ratio = ratioOf(figure, before)
  const isHeld = misses.length + grown(figure, before).length === 0
  return [
    ...[name, reading.units, limit.units, before?.reading.units ?? '–', ratio?.toFixed(2) ?? '–'],
    ...[reading.rounds, limit.rounds ?? '–', before?.reading.rounds ?? '–'],
    ...[naive?.skip ?? '–', naive?.count ?? '–', isHeld ? 'yes' : 'NO'],
  ]
}

/** Only pages of as many entities can be compared. */
const isComparable = (figure: Figure, before: Figure | undefined): before is Figure =>
  before !== undefined && figure.isPageOfOneList && figure.length === before.length

const ratioOf = (figure: Figure, before: Figure | undefined) =>
  isComparable(figure, before) ? figure.reading.units / before.reading.units : undefined

function grown(figure: Figure, before: Figure | undefined): string[] {
  const ratio = ratioOf(figure, before) ?? 0
  return ratio > mostRatio ? [`${ratio.toFixed(2)} times the read units of a store of ${small} orders`] : []
}

const total = (bought: WriteUnits) => Object.values(bought).reduce((sum, { units }) => sum + units, 0)

function writeTable(bought: WriteUnits, before: WriteUnits | undefined): string {
  const rows = Object.entries(bought).map(
    ([kind, { rows, units }]) => [kind, rows, units, before?.[kind]?.units ?? '–'] as const,
  )
  const all = [
    'all',
    rows.reduce((sum, [, count]) => sum + count, 0),
    total(bought),
    before ? total(before) : '–',
  ]
  const sorted = rows.toSorted(([, , one], [, , other]) => other - one)
  return table(['what they buy', 'rows', 'units', `units ${atSmall}`], [...sorted, all])
}

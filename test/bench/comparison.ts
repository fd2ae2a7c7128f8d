/** Compares the cost of requests with its limit and with the cost in a smaller store. */

import type { Figure } from './figures.ts'
import { steady } from './requests.ts'
import { type Cell, table } from './table.ts'

export interface Comparison {
  figures: readonly Figure[]
  /** The figure to compare with, if any. */
  against: (figure: Figure) => Figure | undefined
  /** As a heading. */
  name: string
}

export const byName = (figures: readonly Figure[]) => {
  const known = new Map(figures.map(figure => [figure.name, figure]))
  return ({ name }: Figure) => known.get(name)
}

export function tableOf({ figures, against, name }: Comparison): string {
  const head = [
    ...['request', 'read units', 'at most', name, 'ratio'],
    ...['in sequence', 'at most', name, 'Query and skip', 'and count', 'held'],
  ]
  return table(
    head,
    figures.map(figure => rowOf(figure, against(figure))),
  )
}

export const missesOf = ({ figures, against, name }: Comparison): string[] =>
  figures.flatMap(figure =>
    [...figure.misses, ...grown(figure, against(figure), name)].map(miss => `${figure.name}: ${miss}`),
  )

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

/** Only pages with equally many entities can be compared. */
const isComparable = (figure: Figure, before: Figure | undefined): before is Figure =>
  before !== undefined && figure.mostRatio !== undefined && figure.length === before.length

const ratioOf = (figure: Figure, before: Figure | undefined) =>
  isComparable(figure, before) ? figure.reading.units / before.reading.units : undefined

function grown(figure: Figure, before: Figure | undefined, name = ''): string[] {
  if (!isComparable(figure, before)) return []
  const { mostRatio, reading } = figure
  const ratio = reading.units / before.reading.units
  const isLonger = mostRatio === steady && reading.rounds > before.reading.rounds
  return [
    ...(ratio > (mostRatio ?? ratio) ? [`${ratio.toFixed(2)} times the read units ${name}`] : []),
    ...(isLonger ? [`${reading.rounds} calls in sequence, and ${before.reading.rounds} ${name}`] : []),
  ]
}

/** How the parts of a tally are written: a thousand take about a kilobyte, since what is alike stands side by side. */

import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { Part, Parts } from './parts.ts'

/** A line of names, one of counts, and one of each measure. */
export function encodeParts(parts: Parts): Uint8Array {
  const inOrder = Object.entries(parts).toSorted(([one], [other]) => (one < other ? -1 : 1))
  const buckets = inOrder.map(([bucket]) => bucket)
  const names = buckets.map((bucket, n) => sharePrefix(bucket, buckets[n - 1] ?? ''))
  const counts = inOrder.map(([, { count, divided }]) => `${count}${divided ? dividedMark : ''}`)
  const lines = [names, counts, ...measuresOf(inOrder)]
  return deflateRawSync(lines.map(line => line.join(' ')).join('\n'))
}

const dividedMark = '+'
/** Of a part that has fewer measures than another. */
const absent = '-'

function measuresOf(parts: readonly [string, Part][]): (number | string)[][] {
  const most = parts.reduce((most, [, { measures }]) => Math.max(most, measures.length), 0)
  return Array.from({ length: most }, (_, n) => parts.map(([, { measures }]) => measures[n] ?? absent))
}

/** In their order. */
export function decodeParts(kept: Uint8Array): Parts {
  const lines = inflateRawSync(kept).toString().split('\n')
  const [names = [], counts = [], ...measures] = lines.map(line => line.split(' ').filter(Boolean))
  const parts: Parts = {}
  let bucket = ''
  for (const [n, name] of names.entries()) {
    bucket = restorePrefix(name, bucket)
    const said = measures.flatMap(line => (line[n] === absent ? [] : [Number(line[n])]))
    parts[bucket] = partOf(counts[n] ?? '', said)
  }
  return parts
}

const partOf = (count: string, measures: number[]): Part =>
  count.endsWith(dividedMark)
    ? { count: Number(count.slice(0, -1)), measures, divided: true }
    : { count: Number(count), measures }

/** How much a name has in common with the one before, as one digit, and how it goes on. */
function sharePrefix(name: string, before: string): string {
  let common = 0
  while (common < maxSharedPrefix && common < before.length && name[common] === before[common]) common++
  return common.toString(digitBase) + name.slice(common)
}

const restorePrefix = ([common = '', ...rest]: string, before: string) =>
  before.slice(0, Number.parseInt(common, digitBase)) + rest.join('')

const digitBase = 36
const maxSharedPrefix = digitBase - 1

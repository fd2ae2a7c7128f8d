/**
 * Encodes the parts of a tally column by column. Similar values then follow each other, so the text compresses well. A
 * thousand parts take about 1 KB.
 */

import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { type Part, type Parts, sortedParts } from './tally-parts.ts'

/** Encodes parts as a compressed text with one line of bucket names, one line of counts, and one for each measure. */
export function encodeParts(parts: Parts): Uint8Array {
  const sorted = sortedParts(parts)
  const buckets = sorted.map(([bucket]) => bucket)
  const names = buckets.map((bucket, n) => sharePrefix(bucket, buckets[n - 1] ?? ''))
  const counts = sorted.map(([, { count, divided }]) => `${count}${divided ? dividedMark : ''}`)
  const lines = [names, counts, ...measureLines(sorted)]
  return deflateRawSync(lines.map(line => line.join(' ')).join('\n'))
}

const dividedMark = '+'
/** The text for a measure that a part lacks, if another part of the tally has this measure. */
const absent = '-'

function measureLines(parts: readonly [string, Part][]): (bigint | string)[][] {
  const length = parts.reduce((max, [, { measures }]) => Math.max(max, measures.length), 0)
  return Array.from({ length }, (_, n) => parts.map(([, { measures }]) => measures[n] ?? absent))
}

export function decodeParts(encoded: Uint8Array): Parts {
  const lines = inflateRawSync(encoded).toString().split('\n')
  const [names = [], counts = [], ...measures] = lines.map(line => line.split(' ').filter(Boolean))
  const parts: Parts = {}
  let bucket = ''
  for (const [n, name] of names.entries()) {
    bucket = restorePrefix(name, bucket)
    const values = measures.flatMap(line => measureOf(line[n]))
    parts[bucket] = partOf(counts[n] ?? '', values)
  }
  return parts
}

const measureOf = (value = absent) => (value === absent ? [] : [BigInt(value)])

const partOf = (count: string, measures: bigint[]): Part =>
  count.endsWith(dividedMark)
    ? { count: Number(count.slice(0, -1)), measures, divided: true }
    : { count: Number(count), measures }

/** Shortens a name that begins like the previous name. The common beginning is replaced by one digit, its length. */
function sharePrefix(name: string, previous: string): string {
  let common = 0
  while (common < maxSharedPrefix && common < previous.length && name[common] === previous[common]) common++
  return common.toString(digitBase) + name.slice(common)
}

const restorePrefix = ([common = '', ...rest]: string, previous: string) =>
  previous.slice(0, Number.parseInt(common, digitBase)) + rest.join('')

const digitBase = 36
const maxSharedPrefix = digitBase - 1

/** Generates random numbers from a seed, so that every run measures the same store. */

export interface Random {
  /** Returns a number from 0 up to, but not including, 1. */
  next: () => number
  /** Returns an integer from 0 up to, but not including, `end`. */
  integer: (end: number) => number
  /** Returns an integer from 0 up to, but not including, `end`. A higher `skew` makes small integers more frequent. */
  skewedInteger: (end: number, skew: number) => number
  guid: () => string
}

/** Uses the algorithm Mulberry32. */
export function createRandom(seed: number): Random {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const hex = (digits: number) => Array.from({ length: digits }, () => Math.floor(next() * 16).toString(16)).join('')
  return {
    next,
    integer: end => Math.floor(next() * end),
    skewedInteger: (end, skew) => Math.floor(end * next() ** skew),
    guid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`,
  }
}

/** Seeded random numbers, so that every run measures the same store. */

export interface Chance {
  /** From 0 up to, but not including, 1. */
  next: () => number
  below: (end: number) => number
  /** An integer below `end`; a higher `lean` prefers small ones. */
  leaning: (end: number, lean: number) => number
  guid: () => string
}

/** Mulberry32. */
export function chance(seed: number): Chance {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const hex = (digits: number) =>
    Array.from({ length: digits }, () => Math.floor(next() * 16).toString(16)).join('')
  return {
    next,
    below: end => Math.floor(next() * end),
    leaning: (end, lean) => Math.floor(end * next() ** lean),
    guid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`,
  }
}

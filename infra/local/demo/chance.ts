/** Chance that falls the same everywhere and always: the demo store's buyers buy the same at every first start. */

import { v5 } from 'uuid'

export type Some<T> = readonly [T, ...T[]]

export interface Chance {
  /** A whole number from 0 on. */
  below: (limit: number) => number
  oneIn: (many: number) => boolean
  pick: <T>(from: Some<T>) => T
}

/** Mulberry32: small, and good enough for whoever buys a mug. Each thing has its own, so that one more of it changes no other. */
export function chanceOf(kind: number, number: number): Chance {
  let state = Math.imul(kind, 0x9e3779b1) ^ Math.imul(number + 1, 0x85ebca6b)
  const fraction = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(fraction() * limit)
  return {
    below,
    oneIn: many => below(many) === 0,
    pick: from => from[below(from.length)] ?? from[0],
  }
}

const namespace = '5d0c2a8e-7f1b-4f0e-8a64-2c9be1f7d310'

/** The same GUID for the same words. */
export const guidOf = (...words: (string | number)[]) => v5(words.join(' '), namespace)

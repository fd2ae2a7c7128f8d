/** Defines the parts of a walk over the rows of a store, and the positions from which it can continue. */

/** Where a walk continues: at a page of one kind of object in one shard. */
export interface WalkPosition {
  object: string
  shard: string
  cursor: string | null
}

/** Part `number` of `of` equal parts, counted from 1. Several processes can each work on one part at the same time. */
export interface Segment {
  number: number
  of: number
}

/** A store has 16 shards of rows, so more parts would leave some of them empty. */
export const maxParts = 16

export const wholeStore: Segment = { number: 1, of: 1 }

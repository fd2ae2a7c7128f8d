/** So finely cut, hundreds of entries have tallies below tallies, as hundreds of thousands do otherwise. */
export const small = { mostUndivided: 10, roomInTally: 60, portion: 30 }

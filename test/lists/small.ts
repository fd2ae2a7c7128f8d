/** So finely cut, hundreds of entries have tallies below tallies, as hundreds of thousands do otherwise. */
export const small = { maxBucketEntries: 10, maxTallyWeight: 60, maxReadEntries: 30 }

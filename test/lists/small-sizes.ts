/** With these sizes hundreds of entries have several levels of tallies, as hundreds of thousands have otherwise. */
export const smallSizes = { maxBucketEntries: 10, maxTallyWeight: 60, maxReadEntries: 30 }

/**
 * Defines sizes with which hundreds of entries already have several levels of tallies. With the usual sizes, this takes
 * tens of thousands of entries.
 */
export const smallSizes = { maxBucketEntries: 10, maxTallyWeight: 60, maxReadEntries: 30 }

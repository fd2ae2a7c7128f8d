/** Sizes of buckets, tallies and batches of entries: a balance between cheap reads and few reads. */

/** A bucket with more entries is divided, so that a page never skips more than this many. */
export const maxBucketEntries = 100

/** A part weighs 1, and 2 more for each measure. A tally of this weight takes about 4 KB, one read unit. */
export const maxTallyWeight = 3000

/** Entries read in one batch: about 600 KB, of the 1 MB that one DynamoDB response holds. */
export const maxReadEntries = 2000

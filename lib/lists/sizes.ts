/** Defines the sizes of buckets, tallies and batches of entries, which balance the number and the cost of reads. */

/** A bucket with more entries than this is divided, which limits how many entries the reading of a page skips. */
export const maxBucketEntries = 100

/** A part of a tally weighs 1, plus 2 for each measure. A tally of this weight takes about 4 KB, one read unit. */
export const maxTallyWeight = 3000

/** A batch of this many entries usually fits into one DynamoDB response, which holds 1 MB. */
export const maxReadEntries = 2000

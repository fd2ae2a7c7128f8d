/** How a list is cut: so that a page, a tally and a portion of entries cost little to read, and are few. */

/** A bucket is divided once it holds more: no place in a list is then further than this from one that is known. */
export const maxBucketEntries = 100

/** With so many parts, of which each measure weighs as two more, a tally takes some 4 KB of the table. */
export const maxTallyWeight = 3000

/** Entries that are read at a time: some 600 KB; one answer of DynamoDB holds a megabyte. */
export const maxReadEntries = 2000

/** Sorts what a report lists. */

/** The highest value comes first; equal values are sorted by name. */
export const highestFirst = <T>(items: readonly T[], figureOf: (item: T) => number, nameOf: (item: T) => string): T[] =>
  items.toSorted((one, other) => figureOf(other) - figureOf(one) || (nameOf(one) < nameOf(other) ? -1 : 1))

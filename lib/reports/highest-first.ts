/** Sorts the items of a report: the highest figure first, and equal figures by name. */

export const highestFirst = <T>(items: readonly T[], figureOf: (item: T) => number, nameOf: (item: T) => string): T[] =>
  items.toSorted((one, other) => figureOf(other) - figureOf(one) || (nameOf(one) < nameOf(other) ? -1 : 1))

/**
 * Chooses the singular or the plural of a word for a number, which may be formatted: 1 is always written as 1. This is
 * not in `language.ts`, which loads the session and so needs a browser.
 */

export const plural = (count: number | string, one: string, many: string): string => (`${count}` === '1' ? one : many)

/** In French, 0 is singular too. */
export const frenchPlural = (count: number | string, one: string, many: string): string =>
  `${count}` === '0' ? one : plural(count, one, many)

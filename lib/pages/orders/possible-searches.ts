/** Guesses the meaning of a search text: a token, an e-mail address, an invoice number or a name. */

export interface PossibleSearch {
  invoiceNumber?: string
  placedBy?: string
}

const tokenForm = /^[\da-f]{8}-?([\da-f]{4}-?){3}[\da-f]{12}$/i

/** Returns the token in lower case with dashes. The search text may have capital letters, braces or no dashes. */
export function tokenIn(search: string): string | null {
  const text = search.replace(/[{}\s]/g, '')
  if (!tokenForm.test(text)) return null
  const digits = text.replaceAll('-', '').toLowerCase()
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

export const isEmail = (search: string) => search.includes('@')

/** Returns searches for an invoice number, with and without a prefix such as `#` in `#1001`. */
const numbersIn = (text: string): PossibleSearch[] =>
  [text, text.replace(/^(#|n[°º]|nr\.?|no\.?)\s*/i, '')].map(invoiceNumber => ({ invoiceNumber }))

/** Returns searches for a name. The API matches `Jane Doe`, but people also write `Doe, Jane` or `Doe Jane`. */
function namesIn(text: string): PossibleSearch[] {
  const words = text.split(/[\s,]+/).filter(Boolean)
  const turned = [...words.slice(1), ...words.slice(0, 1)].join(' ')
  return [words.join(' '), turned].map(placedBy => ({ placedBy }))
}

/**
 * Returns the possible searches, the most probable first. Text with digits is more probably an invoice number than a
 * name.
 */
export function possibleSearches(text: string): PossibleSearch[] {
  if (!text) return [{}]
  const searches = /\d/.test(text) ? [...numbersIn(text), ...namesIn(text)] : [...namesIn(text), ...numbersIn(text)]
  const distinct = new Map(searches.map(search => [JSON.stringify(search), search]))
  return [...distinct.values()].filter(({ invoiceNumber, placedBy }) => invoiceNumber || placedBy)
}

/** Finds the name that was probably meant by a misspelt name. */

const maxLength = 60

export function nearestName(misspelt: string, names: readonly string[]): string | undefined {
  if (misspelt.length > maxLength) return undefined
  const [nearest] = names
    .filter(name => isNear(misspelt, name))
    .toSorted((one, other) => editsBetween(misspelt, one) - editsBetween(misspelt, other))
  return nearest
}

/** The maximum number of edits in a typo. Two swapped letters count as two edits. */
const maxTypoEdits = 2

/** Returns a name that differs from the misspelt name by at most one typo, ignoring upper case and punctuation. */
export function nameWithoutTypo(misspelt: string, names: readonly string[]): string | undefined {
  if (misspelt.length > maxLength) return undefined
  return names.find(name => editsBetween(misspelt, name) <= maxTypoEdits)
}

/** Returns the words of a name, which are the same for `max_usages` and `maxUsages`. */
const wordsOf = (name: string) =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter(Boolean)

const lettersOf = (name: string) => wordsOf(name).join('')

/**
 * Returns whether `name` is probably meant. About one letter in three may be wrong, and words may be missing, as in
 * `maxUsages` for `maxNumberOfUsages`.
 */
function isNear(misspelt: string, name: string): boolean {
  const maxEdits = Math.floor((lettersOf(misspelt).length + 1) / 3)
  return editsBetween(misspelt, name) <= maxEdits || hasWordsOf(name, misspelt)
}

/** Returns whether each word of the misspelt name has at least two letters, and begins a word of `name`. */
function hasWordsOf(name: string, misspelt: string): boolean {
  const words = wordsOf(misspelt)
  const isFound = (word: string) => word.length > 1 && wordsOf(name).some(other => other.startsWith(word))
  return words.length > 0 && words.every(isFound)
}

/** Returns the Levenshtein distance of the letters: the number of letters to insert, delete or replace. */
function editsBetween(misspelt: string, name: string): number {
  const to = lettersOf(name)
  let row = [...Array(to.length + 1).keys()]
  for (const letter of lettersOf(misspelt)) {
    const next: number[] = []
    for (const [n, above] of row.entries()) {
      const [left = Infinity, diagonal = Infinity] = [next.at(-1), row[n - 1]]
      next.push(Math.min(left + 1, above + 1, diagonal + Number(letter !== to[n - 1])))
    }
    row = next
  }
  return row.at(-1) ?? 0
}

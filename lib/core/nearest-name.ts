/** Finds the name that a misspelt one probably stands for. */

const maxLength = 60

/** Undefined if no name is near. */
export function nearestName(misspelt: string, names: readonly string[]): string | undefined {
  if (misspelt.length > maxLength) return undefined
  const [nearest] = names
    .filter(name => isNear(misspelt, name))
    .map(name => ({ name, edits: editDistance(lettersOf(misspelt), lettersOf(name)) }))
    .toSorted((one, other) => one.edits - other.edits)
  return nearest?.name
}

/** Two swapped letters are two edits. */
const maxTypoEdits = 2

/** The name that was probably meant: it differs by one typo, or in upper case or punctuation only. */
export function nameWithoutTypo(misspelt: string, names: readonly string[]): string | undefined {
  if (misspelt.length > maxLength) return undefined
  return names.find(name => editDistance(lettersOf(misspelt), lettersOf(name)) <= maxTypoEdits)
}

/** `max_usages` and `maxUsages` consist of the same words. */
const wordsOf = (name: string) =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter(Boolean)

const lettersOf = (name: string) => wordsOf(name).join('')

/** About one wrong letter in three, or some of the words: `maxUsages` for `maxNumberOfUsages`. */
function isNear(misspelt: string, name: string): boolean {
  const letters = lettersOf(misspelt)
  const maxEdits = Math.floor((letters.length + 1) / 3)
  return editDistance(letters, lettersOf(name)) <= maxEdits || hasWordsOf(name, misspelt)
}

/** Beginnings of words are enough, but not single letters. */
function hasWordsOf(name: string, misspelt: string): boolean {
  const words = wordsOf(misspelt)
  const isFound = (word: string) => word.length > 1 && wordsOf(name).some(other => other.startsWith(word))
  return words.length > 0 && words.every(isFound)
}

/** Levenshtein's distance: how many letters to insert, delete or replace. */
function editDistance(from: string, to: string): number {
  let row = [...Array(to.length + 1).keys()]
  for (const letter of from) {
    const next: number[] = []
    for (const [n, above] of row.entries()) {
      const [left = Infinity, diagonal = Infinity] = [next.at(-1), row[n - 1]]
      next.push(Math.min(left + 1, above + 1, diagonal + Number(letter !== to[n - 1])))
    }
    row = next
  }
  return row.at(-1) ?? 0
}

/**
 * Defines search entries. An object has one search entry for each word of its texts, and several for a long word, on a
 * search list that has no tallies. The position of a search entry begins with the word and the characters after the
 * word. One Query therefore finds the entries whose words begin with a wanted text, and reads no other entries.
 */

import { normalizeForComparison } from '../core/fields.ts'
import type { ListEntry } from '../store/list-entry.ts'
import type { Range } from './entries.ts'
import { lastCharacter } from './position.ts'

const wordCharacter = /[\p{L}\p{M}\p{N}]/u
/** Text in these scripts has no spaces between words, so each character counts as a word. */
const unspacedCharacter = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmr}\p{scx=Mymr}]/u

const isWordCharacter = (character = '') => wordCharacter.test(character)
const isUnspaced = (character = '') => unspacedCharacter.test(character)

/**
 * The maximum length of `word` in a term. A word of at least this many characters has an entry for each of its first
 * `maxBeginnings` characters, and needs no rows for its suffixes, because these entries find a text inside the word.
 */
const maxWordLength = 40
/**
 * The maximum number of entries of one word. Without this limit, a word of thousands of characters would cost as much
 * as thousands of words.
 */
const maxBeginnings = 100
/**
 * Only this many characters of a text are searched, because each word costs one more write when the object is saved.
 */
const maxTextLength = 10_000
/** The maximum number of characters of a term, which is a part of a sort key. DynamoDB limits sort keys to 1 KB. */
const maxTermLength = 100

/** A word of a text, or a part of a long word, and the characters that follow it. */
interface Term {
  word: string
  following: string
}

/**
 * The character that separates the parts of a sort key. It sorts before every character of a word, and texts rarely
 * contain it.
 */
const separator = '\u0001'

const withSeparator = ({ word, following }: Term) => word + separator + following

/**
 * Returns the name of the search list of a filter. `/search/` distinguishes this list from the lists for the filter's
 * values.
 */
export const searchListOf = (fullList: string, filter: string) => `${fullList}/search/${filter}`

export const isSearchList = (list: string) => /^[a-z]+\/search\/\w+$/.test(list)

export type Text = string | null | undefined

/** Returns the search entries of an object. `position` is its position in lists that are sorted by time. */
export const searchEntries = (
  list: string,
  texts: readonly Text[],
  { position, ...entry }: Pick<ListEntry, 'position' | 'facets'>,
): ListEntry[] =>
  texts
    .flatMap(text => termsOf(text ?? ''))
    .map(term => ({ list, position: withSeparator(term) + separator + position, ...entry }))

/** Returns the beginning of the position of a search entry, up to the position of the object in lists sorted by time. */
export const termOfPosition = (position: string) => position.slice(0, position.lastIndexOf(separator))

/** Returns the word at the beginning of the position of a search entry. */
export const wordOfPosition = (position: string) => position.slice(0, position.indexOf(separator))

/** Returns the terms of a text: one for each word, but several for a long word. */
function termsOf(text: string): Term[] {
  const characters = [...normalizeForComparison(text)].slice(0, maxTextLength)
  return wordsOf(characters).flatMap(({ start, end }) => {
    const count = end - start < maxWordLength ? 1 : Math.min(end - start, maxBeginnings)
    return Array.from({ length: count }, (_, n) => termAt(characters, start + n, end))
  })
}

interface Word {
  start: number
  end: number
}

/** Returns where the words of a text begin and end. */
function wordsOf(characters: readonly string[]): Word[] {
  const words: Word[] = []
  for (const [at, character] of characters.entries()) {
    const last = words.at(-1)
    if (!isWordCharacter(character)) continue
    if (last?.end === at && !isUnspaced(character) && !isUnspaced(characters[at - 1])) last.end++
    else words.push({ start: at, end: at + 1 })
  }
  return words
}

function termAt(characters: readonly string[], start: number, wordEnd: number): Term {
  const end = Math.min(wordEnd, start + maxWordLength)
  return {
    word: characters.slice(start, end).join(''),
    following: characters.slice(end, start + maxTermLength).join(''),
  }
}

/**
 * Returns the suffixes of a word without the word itself: `bc` and `c` for `abc`. For a word of at least
 * `maxWordLength` characters, returns no suffixes, because its search entries find the texts inside it.
 */
export function innerSuffixes(word: string): string[] {
  const characters = [...word]
  if (characters.length >= maxWordLength) return []
  return characters.slice(1).map((_, n) => characters.slice(n + 1).join(''))
}

/** The text that a request searches for, without the characters before its first word, such as quotation marks. */
export interface WantedText extends Term {
  /**
   * False if the wanted text is longer than a term, or has other characters before its first word. A text with a
   * matching term may then lack a part of the wanted text.
   */
  isComplete: boolean
}

/**
 * Returns the normalized spellings of a wanted text: one, or two if the text ends with a sigma. In lower case, a capital
 * sigma is ς at the end of a word and σ inside a word, and the wanted text may end inside a word.
 */
export function spellingsOf(wanted: string): string[] {
  const text = normalizeForComparison(wanted)
  return /[σς]$/.test(text) ? ['σ', 'ς'].map(sigma => text.slice(0, -1) + sigma) : [text]
}

export function parseWantedText(spelling: string): WantedText | null {
  const characters = [...spelling]
  const [first] = wordsOf(characters)
  if (!first) return null
  const isComplete = first.start === 0 && characters.length <= maxTermLength
  return { ...termAt(characters, first.start, first.end), isComplete }
}

/** Returns whether the wanted text may begin inside a word that has rows for its suffixes. */
export const mayBeginInside = ({ word }: WantedText) => !isUnspaced([...word][0]) && [...word].length < maxWordLength

/**
 * Returns the text with which the position of each matching entry begins. An entry matches if its term begins with the
 * wanted text.
 */
export const positionPrefix = (wanted: WantedText) =>
  wanted.following || [...wanted.word].length >= maxWordLength ? withSeparator(wanted) : wanted.word

/**
 * Returns the common beginning of the positions of all entries whose word is `word` and whose following characters
 * begin with `following`.
 */
export const prefixOfWord = (word: string, following: string) => withSeparator({ word, following })

/** Returns the range of all positions that begin with a text. */
export const prefixRange = (prefix: string): Range => ({ from: prefix, to: prefix + lastCharacter })

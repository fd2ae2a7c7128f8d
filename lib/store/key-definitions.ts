/** Builds the keys of an entity from attributes and fixed words. */

import { secondaryIndex, tableKeys } from './table.ts'

/** The name of an attribute, or a fixed word with a leading `#` such as `#orders`. */
type Part = string
type AttributesOf<P extends Part> = Exclude<P, `#${string}`>

interface KeyParts<P extends Part, S extends Part> {
  pk: readonly P[]
  sk: readonly S[]
}

const isWord = (part: Part) => part.startsWith('#')

/** `['account', 'mode', '#orders']` becomes `${account}#${mode}#orders`. */
const keyAttribute = <const P extends Part>(field: string, parts: readonly P[]) => ({
  field,
  composite: parts.filter(part => !isWord(part)) as AttributesOf<P>[],
  template: parts.map(part => (isWord(part) ? part.slice(1) : `\${${part}}`)).join('#'),
  casing: 'none' as const,
})

export const key = <const P extends Part, const S extends Part>({ pk, sk }: KeyParts<P, S>) => ({
  pk: keyAttribute(tableKeys.partition, pk),
  sk: keyAttribute(tableKeys.sort, sk),
})

export const secondaryKey = <const P extends Part, const S extends Part>({ pk, sk }: KeyParts<P, S>) => ({
  index: secondaryIndex.name,
  pk: keyAttribute(secondaryIndex.partition, pk),
  sk: keyAttribute(secondaryIndex.sort, sk),
})

/** The secondary index contains only the rows whose `attribute` is not an empty text. */
export const sparseKey = <const P extends Part, const S extends Part>(attribute: S, parts: KeyParts<P, S>) => ({
  ...secondaryKey(parts),
  condition: (row: Record<string, unknown>) => row[attribute] !== '',
})

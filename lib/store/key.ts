/** The keys of an entity: attributes in order, with fixed words between them. */

import { secondaryIndex, tableKeys } from './table.ts'

/** An attribute by its name, or a fixed word as `#orders`. */
type Part = string
type AttributesOf<P extends Part> = Exclude<P, `#${string}`>

interface KeyParts<P extends Part, S extends Part> {
  pk: readonly P[]
  sk: readonly S[]
}

const isWord = (part: Part) => part.startsWith('#')

/** `['account', 'mode', '#orders']` is `${account}#${mode}#orders`. */
const half = <const P extends Part>(field: string, parts: readonly P[]) => ({
  field,
  composite: parts.filter(part => !isWord(part)) as AttributesOf<P>[],
  template: parts.map(part => (isWord(part) ? part.slice(1) : `\${${part}}`)).join('#'),
  casing: 'none' as const,
})

export const key = <const P extends Part, const S extends Part>({ pk, sk }: KeyParts<P, S>) => ({
  pk: half(tableKeys.partition, pk),
  sk: half(tableKeys.sort, sk),
})

/** The same in the secondary index. */
export const secondaryKey = <const P extends Part, const S extends Part>({ pk, sk }: KeyParts<P, S>) => ({
  index: secondaryIndex.name,
  pk: half(secondaryIndex.partition, pk),
  sk: half(secondaryIndex.sort, sk),
})

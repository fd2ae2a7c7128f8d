/** The elements of an HTML page in a row, as a browser would have them in its document; any text is a page. */

import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2'
import { placesIn } from './places.ts'

export interface Element {
  tag: string
  attributes: Map<string, string>
}

interface Wish {
  isXml: boolean
  wants: (attribute: string) => boolean
  found: (element: Element) => void
}

/**
 * The tokenizer alone: the parser above it looks through all elements that are open for each one that closes,
 * which a page of nothing but open elements makes a matter of hours.
 */
export function readMarkup(text: string, { isXml, wants, found }: Wish): void {
  const places = placesIn(isXml)
  const attributes = collected(text, wants)
  const nameAt = (start: number, end: number) => text.slice(start, end).toLowerCase()
  let tag = ''
  const opened = (isClosed: boolean) => {
    const element = { tag, attributes: attributes.taken() }
    if (!places.isInert()) found(element)
    places.open(tag, isClosed)
  }
  const tokenizer = new Tokenizer(
    { xmlMode: isXml },
    {
      ...silent,
      ...attributes.callbacks,
      onopentagname: (start, end) => {
        tag = nameAt(start, end)
      },
      onopentagend: () => opened(false),
      onselfclosingtag: () => opened(true),
      onclosetag: (start, end) => places.close(nameAt(start, end)),
      isInForeignContext: places.isForeign,
    },
  )
  tokenizer.write(text)
  tokenizer.end()
}

const ignored = () => {}
const silent = {
  oncdata: ignored,
  oncomment: ignored,
  ondeclaration: ignored,
  onend: ignored,
  onprocessinginstruction: ignored,
  ontext: ignored,
  ontextentity: ignored,
}

type AttributeCallbacks = Pick<
  TokenizerCallbacks,
  'onattribname' | 'onattribdata' | 'onattribentity' | 'onattribend'
>

/** Of an attribute that stands there twice, the first counts. */
function collected(text: string, wants: (attribute: string) => boolean) {
  let attributes = new Map<string, string>()
  let name = ''
  let value = ''
  const callbacks: AttributeCallbacks = {
    onattribname: (start, end) => {
      name = text.slice(start, end).toLowerCase()
      value = ''
    },
    onattribdata: (start, end) => {
      value += text.slice(start, end)
    },
    onattribentity: codePoint => {
      value += String.fromCodePoint(codePoint)
    },
    onattribend: () => {
      if (wants(name) && !attributes.has(name)) attributes.set(name, value)
    },
  }
  const taken = () => {
    const all = attributes
    attributes = new Map()
    return all
  }
  return { callbacks, taken }
}

/** The elements of an HTML page as it arrives, as a browser would have them in its document; any text is a page. */

import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2'
import { placesIn } from './places.ts'
import { tailOfText } from './tail.ts'

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
 * which a page of nothing but open elements makes a matter of hours. It names places of the text where names and
 * values stand, which may begin in an earlier piece than they end in.
 */
export async function readMarkup(texts: AsyncIterable<string>, wish: Wish): Promise<void> {
  const tail = tailOfText()
  const tokenizer = new Tokenizer({ xmlMode: wish.isXml }, callbacksFor(tail, wish))
  for await (const text of texts) {
    tail.add(text)
    tokenizer.write(text)
  }
  tokenizer.end()
}

type Tail = ReturnType<typeof tailOfText>

function callbacksFor(tail: Tail, { isXml, wants, found }: Wish): TokenizerCallbacks {
  const places = placesIn(isXml)
  const attributes = collected(tail, wants)
  const nameAt = (start: number, end: number) => tail.take(start, end).toLowerCase()
  let tag = ''
  const opened = (isClosed: boolean) => {
    const element = { tag, attributes: attributes.taken() }
    if (!places.isInert()) found(element)
    places.open(tag, isClosed)
  }
  return {
    ...passing(tail),
    ...attributes.callbacks,
    onopentagname: (start, end) => {
      tag = nameAt(start, end)
    },
    onopentagend: () => opened(false),
    onselfclosingtag: () => opened(true),
    onclosetag: (start, end) => places.close(nameAt(start, end)),
    isInForeignContext: places.isForeign,
  }
}

/** What stands between elements is not looked at. */
function passing(tail: Tail) {
  const passed = (_: number, end: number) => tail.forget(end)
  return {
    oncdata: passed,
    oncomment: passed,
    ondeclaration: passed,
    onprocessinginstruction: passed,
    ontext: passed,
    ontextentity: passed,
    onend: () => {},
  }
}

type AttributeCallbacks = Pick<
  TokenizerCallbacks,
  'onattribname' | 'onattribdata' | 'onattribentity' | 'onattribend'
>

/** Of an attribute that stands there twice, the first counts. */
function collected(tail: Tail, wants: (attribute: string) => boolean) {
  let attributes = new Map<string, string>()
  let name = ''
  let value = ''
  let isWanted = false
  const more = (text: string) => {
    if (isWanted) value += text
  }
  const callbacks: AttributeCallbacks = {
    onattribname: (start, end) => {
      name = tail.take(start, end).toLowerCase()
      value = ''
      isWanted = wants(name) && !attributes.has(name)
    },
    onattribdata: (start, end) => more(tail.take(start, end)),
    onattribentity: codePoint => more(String.fromCodePoint(codePoint)),
    onattribend: () => {
      if (isWanted) attributes.set(name, value)
    },
  }
  const taken = () => {
    const all = attributes
    attributes = new Map()
    return all
  }
  return { callbacks, taken }
}

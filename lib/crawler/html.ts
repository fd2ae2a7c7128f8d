/** Reads the elements of an HTML page from a stream, by the parsing rules of browsers. */

import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2'

export interface Element {
  tag: string
  attributes: Map<string, string>
}

interface ReadOptions {
  isXml: boolean
  isNeeded: (attribute: string) => boolean
  onElement: (element: Element) => void
}

/**
 * Calls `onElement` for each element outside of `template` and `noscript`. htmlparser2's parser takes quadratic time on
 * a page whose elements are not closed, so only its tokenizer is used. The tokenizer reports offsets in the whole text.
 * The text is buffered, because a name or a value may begin in one chunk and end in another.
 */
export async function readElements(texts: AsyncIterable<string>, options: ReadOptions): Promise<void> {
  const buffer = textBuffer()
  const tokenizer = new Tokenizer({ xmlMode: options.isXml }, callbacksFor(buffer, options))
  for await (const text of texts) {
    buffer.append(text)
    tokenizer.write(text)
  }
  tokenizer.end()
}

/** Buffers the part of a streamed text that is not discarded yet. Offsets count from the start of the whole text. */
function textBuffer() {
  let buffered = ''
  let start = 0
  const discardBefore = (offset: number) => {
    buffered = buffered.slice(offset - start)
    start = offset
  }
  /** Returns a slice of the text, and discards everything before the end of the slice. */
  const take = (from: number, to: number) => {
    const text = buffered.slice(from - start, to - start)
    discardBefore(to)
    return text
  }
  const append = (text: string) => {
    buffered += text
  }
  return { append, take, discardBefore }
}

type TextBuffer = ReturnType<typeof textBuffer>

function callbacksFor(buffer: TextBuffer, { isXml, isNeeded, onElement }: ReadOptions): TokenizerCallbacks {
  const context = createContextTracker(isXml)
  const attributes = attributeCollector(buffer, isNeeded)
  const takeName = (start: number, end: number) => buffer.take(start, end).toLowerCase()
  let tag = ''
  const onOpened = (isSelfClosing: boolean) => {
    const element = { tag, attributes: attributes.takeAll() }
    if (!context.isInert()) onElement(element)
    context.open(tag, isSelfClosing)
  }
  return {
    ...skipContent(buffer),
    ...attributes.callbacks,
    onopentagname: (start, end) => {
      tag = takeName(start, end)
    },
    onopentagend: () => onOpened(false),
    onselfclosingtag: () => onOpened(true),
    onclosetag: (start, end) => context.close(takeName(start, end)),
    isInForeignContext: context.isForeign,
  }
}

/** Drops the texts, comments and declarations between elements. */
function skipContent(buffer: TextBuffer) {
  const skip = (_: number, end: number) => buffer.discardBefore(end)
  return {
    oncdata: skip,
    oncomment: skip,
    ondeclaration: skip,
    onprocessinginstruction: skip,
    ontext: skip,
    ontextentity: skip,
    onend: () => {},
  }
}

type AttributeCallbacks = Pick<TokenizerCallbacks, 'onattribname' | 'onattribdata' | 'onattribentity' | 'onattribend'>

/** If an element has several attributes with the same name, the first one is used, as in browsers. */
function attributeCollector(buffer: TextBuffer, isNeeded: (attribute: string) => boolean) {
  let attributes = new Map<string, string>()
  let name = ''
  let value = ''
  let isCollected = false
  const append = (text: string) => {
    if (isCollected) value += text
  }
  const callbacks: AttributeCallbacks = {
    onattribname: (start, end) => {
      name = buffer.take(start, end).toLowerCase()
      value = ''
      isCollected = isNeeded(name) && !attributes.has(name)
    },
    onattribdata: (start, end) => append(buffer.take(start, end)),
    onattribentity: codePoint => append(String.fromCodePoint(codePoint)),
    onattribend: () => {
      if (isCollected) attributes.set(name, value)
    },
  }
  const takeAll = () => {
    const all = attributes
    attributes = new Map()
    return all
  }
  return { callbacks, takeAll }
}

/**
 * Foreign content (SVG, MathML) ends at these tags according to the HTML standard. `foreignobject` is added, because
 * the content of this SVG element is HTML.
 */
const breakoutTags = new Set(
  `
  b big blockquote body br center code dd div dl dt em embed foreignobject h1 h2 h3 h4 h5 h6 head hr i img li listing
  menu meta nobr ol p pre ruby s small span strong strike sub sup table tt u ul var
`
    .trim()
    .split(/\s+/),
)
const foreignTags = new Set(['svg', 'math'])

/** Tracks foreign content, and the inert elements in `template` and `noscript`, which browsers with scripts ignore. */
function createContextTracker(isXml: boolean) {
  let templates = 0
  let isForeign = false
  let isNoscript = false
  return {
    isForeign: () => isForeign,
    isInert: () => templates > 0 || isNoscript,
    open(tag: string, isSelfClosing: boolean) {
      if (foreignTags.has(tag)) isForeign = !isSelfClosing
      else if (breakoutTags.has(tag)) isForeign = false
      /** Outside foreign content, HTML ignores the slash of a self-closing tag. */
      if (isSelfClosing && (isXml || isForeign)) return
      if (tag === 'template') templates++
      if (tag === 'noscript') isNoscript = true
    },
    close(tag: string) {
      if (foreignTags.has(tag)) isForeign = false
      if (tag === 'template' && templates > 0) templates--
      if (tag === 'noscript') isNoscript = false
    },
  }
}

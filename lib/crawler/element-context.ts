/** Tracks whether the tokenizer is inside inert elements or foreign content (SVG, MathML). */

/** Tags that end foreign content, as its parser rules in the HTML standard say; the children of `foreignobject` are HTML again. */
const breakoutTags = new Set(
  `
  b big blockquote body br center code dd div dl dt em embed foreignobject h1 h2 h3 h4 h5 h6 head hr i img li menu
  meta nobr ol p pre ruby s small span strong strike sub sup table tt u ul var
`
    .trim()
    .split(/\s+/),
)
const foreignTags = new Set(['svg', 'math'])

/** Elements inside template and noscript are inert: browsers that run scripts, as a checkout requires, ignore them. */
export function createContextTracker(isXml: boolean) {
  let templates = 0
  let isForeign = false
  let isNoscript = false
  return {
    isForeign: () => isForeign,
    isInert: () => templates > 0 || isNoscript,
    open(tag: string, isSelfClosing: boolean) {
      if (foreignTags.has(tag)) isForeign = !isSelfClosing
      else if (breakoutTags.has(tag)) isForeign = false
      /** HTML ignores the slash of a self-closing tag outside foreign content. */
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

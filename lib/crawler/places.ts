/** Where in an HTML page an element stands, as far as that decides whether it counts and how its content is read. */

/** They end a drawing that was left open. */
const ofText = new Set(
  `
  b big blockquote body br center code dd div dl dt em embed foreignobject h1 h2 h3 h4 h5 h6 head hr i img li menu
  meta nobr ol p pre ruby s small span strong strike sub sup table tt u ul var
`
    .trim()
    .split(/\s+/),
)
const drawings = new Set(['svg', 'math'])

/**
 * What stands in a template is no part of the page before a script makes it one, and what stands in noscript never is
 * where scripts run, as a checkout needs them to. Comments and scripts hold no elements anyway.
 */
export function placesIn(isXml: boolean) {
  let templates = 0
  let isForeign = false
  let isNoscript = false
  return {
    isForeign: () => isForeign,
    isInert: () => templates > 0 || isNoscript,
    open(tag: string, isClosed: boolean) {
      if (drawings.has(tag)) isForeign = !isClosed
      else if (ofText.has(tag)) isForeign = false
      /** HTML takes no notice of the slash, but in drawings. */
      if (isClosed && (isXml || isForeign)) return
      if (tag === 'template') templates++
      if (tag === 'noscript') isNoscript = true
    },
    close(tag: string) {
      if (drawings.has(tag)) isForeign = false
      if (tag === 'template' && templates > 0) templates--
      if (tag === 'noscript') isNoscript = false
    },
  }
}

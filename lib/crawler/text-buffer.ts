/** Buffers the end of a streamed text; offsets count from the start of the whole text. */

export function textBuffer() {
  let buffered = ''
  let start = 0
  const discardBefore = (offset: number) => {
    buffered = buffered.slice(offset - start)
    start = offset
  }
  /** Returns a slice, and discards everything before its end. */
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

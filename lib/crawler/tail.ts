/** The end of a text that comes in pieces, as far as someone who reads it from front to back may still ask for it. */

/** Places are counted in the whole text. */
export function tailOfText() {
  let kept = ''
  let start = 0
  const forget = (place: number) => {
    kept = kept.slice(place - start)
    start = place
  }
  const take = (from: number, to: number) => {
    const text = kept.slice(from - start, to - start)
    forget(to)
    return text
  }
  const add = (piece: string) => {
    kept += piece
  }
  return { add, take, forget }
}

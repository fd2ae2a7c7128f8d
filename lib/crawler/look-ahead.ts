/** Reads the beginning of an async iterable without consuming it. */

interface LookAhead<T> {
  /** The first chunk that matched, or else the last one. */
  match: T | undefined
  /** All chunks from the first on; can be iterated once. */
  chunks: AsyncIterable<T>
}

export async function lookAhead<T>(chunks: AsyncIterable<T>, matches: (chunk: T) => boolean): Promise<LookAhead<T>> {
  const iterator = chunks[Symbol.asyncIterator]()
  const read: T[] = []
  for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
    read.push(next.value)
    if (matches(next.value)) break
  }
  return { match: read.at(-1), chunks: concat(read, { [Symbol.asyncIterator]: () => iterator }) }
}

async function* concat<T>(first: T[], rest: AsyncIterable<T>) {
  yield* first
  yield* rest
}

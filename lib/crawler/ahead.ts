/** Looks at the beginning of what comes in parts, and still hands on all of it. */

interface Beginning<T> {
  /** The part that was looked for, or else the last one. */
  last: T | undefined
  /** Every part from the first on, to be read once. */
  all: AsyncIterable<T>
}

export async function lookAhead<T>(
  parts: AsyncIterable<T>,
  isEnough: (part: T) => boolean,
): Promise<Beginning<T>> {
  const iterator = parts[Symbol.asyncIterator]()
  const first: T[] = []
  for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
    first.push(next.value)
    if (isEnough(next.value)) break
  }
  return { last: first.at(-1), all: joined(first, { [Symbol.asyncIterator]: () => iterator }) }
}

async function* joined<T>(first: T[], rest: AsyncIterable<T>) {
  yield* first
  yield* rest
}

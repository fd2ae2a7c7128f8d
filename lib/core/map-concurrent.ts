/** Does many things side by side, but only so many at once. */

export async function mapConcurrent<T, R>(
  things: Iterable<T>,
  lanes: number,
  work: (thing: T) => Promise<R>,
): Promise<R[]> {
  const done: R[] = []
  const waiting = [...things].entries()
  const lane = async () => {
    for (const [n, thing] of waiting) done[n] = await work(thing)
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return done
}

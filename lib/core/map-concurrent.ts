/** Runs an asynchronous function for many items, but only for a limited number of them at once. */

export async function mapConcurrent<T, R>(
  items: Iterable<T>,
  concurrency: number,
  run: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = []
  const all = [...items]
  const pending = all.entries()
  const runPending = async () => {
    for (const [n, item] of pending) results[n] = await run(item)
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, all.length) }, runPending))
  return results
}

/** Runs an asynchronous function for a stream of items, and yields the results in the order of the items. */

/**
 * Results are yielded in order, so a slow item makes the results of later items wait. No new item is started while more
 * than this many results are waiting.
 */
const maxWaiting = 1000

/**
 * Calls `run` for at most `concurrency` items at once. An item is read from the stream only when `run` can be called
 * for it, so the stream can be of any length.
 */
export async function* mapInOrder<T, R>(
  items: AsyncIterable<T>,
  concurrency: number,
  run: (item: T) => Promise<R>,
): AsyncGenerator<R> {
  const calls: Call<R>[] = []
  const running = () => calls.filter(({ hasEnded }) => !hasEnded)
  for await (const item of items) {
    calls.push(callOf(run(item)))
    while (running().length >= concurrency || calls.length > maxWaiting) {
      await Promise.race(running().map(({ end }) => end))
      while (calls[0]?.hasEnded) yield await (calls.shift() as Call<R>).result
    }
  }
  for (const { result } of calls) yield await result
}

interface Call<R> {
  result: Promise<R>
  hasEnded: boolean
  /** Resolves when the call has ended, even if it failed. In that case, `result` rejects with the error. */
  end: Promise<void>
}

function callOf<R>(result: Promise<R>): Call<R> {
  const onEnd = () => {
    call.hasEnded = true
  }
  const call: Call<R> = { result, hasEnded: false, end: result.then(onEnd, onEnd) }
  return call
}

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
  const running = new Set<Promise<void>>()
  const waiting: Pending<R>[] = []
  for await (const item of items) {
    const pending = new Pending(run(item))
    waiting.push(pending)
    running.add(pending.ended)
    pending.ended.then(() => running.delete(pending.ended))
    while (running.size >= concurrency || waiting.length > maxWaiting) {
      await Promise.race(running)
      while (waiting[0]?.isEnded) yield await (waiting.shift() as Pending<R>).result
    }
  }
  for (const { result } of waiting) yield await result
}

class Pending<R> {
  isEnded = false
  readonly result: Promise<R>
  /** Resolves when the call of `run` has ended, even if it failed. In that case, `result` rejects with the error. */
  readonly ended: Promise<void>

  constructor(result: Promise<R>) {
    this.result = result
    const end = () => {
      this.isEnded = true
    }
    this.ended = result.then(end, end)
  }
}

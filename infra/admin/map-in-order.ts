/** Runs an asynchronous function for a stream of items, and yields the results in the order of the items. */

/** So many results may wait for an earlier item that takes long. Then no other item begins until it ends. */
const maxWaiting = 1000

/** At most `concurrency` items are in progress. Items are read only as they are needed, so they may be any number. */
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
  /** A promise that never rejects, so that a failed item is reported only when its turn comes. */
  readonly ended: Promise<void>

  constructor(result: Promise<R>) {
    this.result = result
    const end = () => {
      this.isEnded = true
    }
    this.ended = result.then(end, end)
  }
}

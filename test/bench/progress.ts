/** Shows progress: a bar on a terminal, and a line for every 10 percent elsewhere. */

const barWidth = 30

export interface ProgressBar {
  update: (count: number) => void
  end: () => void
}

export function startProgress(name: string, total: number): ProgressBar {
  const startedAt = Date.now()
  const isTerminal = process.stderr.isTTY
  const step = Math.max(1, Math.ceil(total / (isTerminal ? 200 : 10)))
  let lastShown = 0
  let count = 0
  const show = () => {
    const share = Math.min(1, count / total)
    const bar = '█'.repeat(Math.round(share * barWidth)).padEnd(barWidth, '·')
    const rate = Math.round(count / Math.max(0.001, (Date.now() - startedAt) / 1000))
    const line = `${name} ${bar} ${count}/${total}, ${rate}/s`
    process.stderr.write(isTerminal ? `\r${line} ` : `${line}\n`)
  }
  return {
    update: newCount => {
      count = newCount
      if (count - lastShown < step) return
      lastShown = count
      show()
    },
    end: () => {
      show()
      if (isTerminal) process.stderr.write('\n')
    },
  }
}

/** Runs a function for each item, at most `concurrency` at a time. */
export async function forEachConcurrent<T>(
  items: Iterable<T> | AsyncIterable<T>,
  concurrency: number,
  run: (item: T) => Promise<void>,
): Promise<void> {
  const iterator = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]()
  const worker = async () => {
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) await run(next.value)
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
}

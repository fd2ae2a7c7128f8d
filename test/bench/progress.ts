/** Shows progress: a bar on a terminal, a line for every tenth elsewhere. */

const width = 30

export interface Progress {
  reach: (done: number) => void
  end: () => void
}

export function progress(name: string, total: number): Progress {
  const started = Date.now()
  const isTerminal = process.stderr.isTTY
  const step = Math.max(1, Math.ceil(total / (isTerminal ? 200 : 10)))
  let shown = 0
  let reached = 0
  const show = () => {
    const share = Math.min(1, reached / total)
    const bar = '█'.repeat(Math.round(share * width)).padEnd(width, '·')
    const rate = Math.round(reached / Math.max(0.001, (Date.now() - started) / 1000))
    const line = `${name} ${bar} ${reached}/${total}, ${rate}/s`
    process.stderr.write(isTerminal ? `\r${line} ` : `${line}\n`)
  }
  return {
    reach: done => {
      reached = done
      if (done - shown < step) return
      shown = done
      show()
    },
    end: () => {
      show()
      if (isTerminal) process.stderr.write('\n')
    },
  }
}

/** Runs work for each item, several concurrently. */
export async function eachOf<T>(
  all: Iterable<T> | AsyncIterable<T>,
  atOnce: number,
  run: (one: T) => Promise<void>,
): Promise<void> {
  const next = Symbol.asyncIterator in all ? all[Symbol.asyncIterator]() : all[Symbol.iterator]()
  const worker = async () => {
    for (let turn = await next.next(); !turn.done; turn = await next.next()) await run(turn.value)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}

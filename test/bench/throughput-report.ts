/** Prints the throughput of a store, the lag of its totals and the differences found by the audit. */

import { table } from './table.ts'

const targetLagSeconds = 2

interface Throughput {
  orderCount: number
  /** The lags of the total during the run, in seconds. */
  lags: readonly number[]
  seconds: number
  /** The time from the last order until all orders were counted, in seconds. */
  finalLag: number
  differences: readonly string[]
}

export function printThroughput({ orderCount, lags, seconds, finalLag, differences }: Throughput): void {
  const sorted = lags.toSorted((one, other) => one - other)
  const rows = [
    ['orders processed', orderCount],
    ['orders per second', orderCount / seconds],
    ['lag of the total during the run, median in seconds', sorted[Math.floor(sorted.length / 2)] ?? 0],
    ['lag of the total during the run, maximum in seconds', sorted.at(-1) ?? 0],
    ['lag of the total after the last order, in seconds', finalLag],
    ['target lag, in seconds', targetLagSeconds],
  ]
  console.log(`\nOrders sent to one store for ${seconds} seconds\n\n${table(['figure', 'value'], rows)}`)
  const details = `Differences:\n  ${differences.slice(0, 20).join('\n  ')}`
  console.log(`\n${differences.length > 0 ? details : 'No order is missing; all lists and totals are correct.'}`)
}

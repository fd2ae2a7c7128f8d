/**
 * Loads a store, and runs each task, such as `check` or `recount`, in a process with a small heap. Prints the rate and
 * the memory of each task except `damage`, and the hours that 50 million orders would take at this rate.
 */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { withDatabase } from './database.ts'
import type { DrillStore } from './drill-load.ts'
import type { DrillResult, DrillTask } from './drill-task.ts'
import { table } from './table.ts'

const usage = `Usage: npm run drill -- [options]

  --rows NUMBER   rows in the table: orders, customers, products and their list entries (20000)
  --heap NUMBER   size of the JavaScript heap of each task in MB (256)
  --help          show this help`

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '20000' },
    heap: { type: 'string', default: '256' },
    help: { type: 'boolean', default: false },
  },
})

const projectedOrders = 50_000_000

interface Step {
  task: DrillTask
  /** The result that the task must have; undefined if any result is right. */
  expected?: number
}

const stepsFor = ({ orders, ordersOfRegularBuyer }: DrillStore): Step[] => [
  { task: 'recount' },
  { task: 'check', expected: 0 },
  { task: 'damage' },
  { task: 'check', expected: 3 },
  { task: 'relist' },
  { task: 'check', expected: 0 },
  { task: 'count', expected: orders },
  { task: 'erase', expected: ordersOfRegularBuyer },
]

async function runTask(task: DrillTask): Promise<DrillResult> {
  const args = [`--max-old-space-size=${values.heap}`, 'test/bench/drill-task.ts', task]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'close')])
  if (code !== 0) throw new Error(`The task ${task} ended with code ${code}.`)
  return JSON.parse(output)
}

const hoursFor = (orders: number, seconds: number) => ((projectedOrders / orders) * seconds) / 3600

const head = ['task', 'result', 'seconds', 'orders/s', 'peak MB', 'hours for 50 million orders (computed)']

async function drill(rows: number): Promise<number> {
  const { loadDrillStore } = await import('./drill-load.ts')
  const store = await loadDrillStore(rows)
  const { orders } = store
  console.log(`\n${store.rows} rows, ${orders} orders, and a heap of ${values.heap} MB:`)
  const lines: (string | number)[][] = []
  const faults: string[] = []
  for (const { task, expected } of stepsFor(store)) {
    const { seconds, peakMegabytes, result } = await runTask(task)
    process.stderr.write(`${task}: ${result} in ${Math.round(seconds)} s, ${peakMegabytes} MB\n`)
    if (expected !== undefined && result !== expected) faults.push(`${task}: ${result} instead of ${expected}`)
    if (task !== 'damage')
      lines.push([task, result, seconds, Math.round(orders / seconds), peakMegabytes, hoursFor(orders, seconds)])
  }
  console.log(table(head, lines))
  for (const fault of faults) console.error(fault)
  return faults.length > 0 ? 1 : 0
}

if (values.help) console.log(usage)
else process.exitCode = await withDatabase({ hasStream: false }, () => drill(Number(values.rows)))

/** `npm run bench:lists`: measures what pages, totals and new orders cost in a store of any size, and checks limits. */

import { parseArgs } from 'node:util'
import { withDatabase } from './database.ts'
import type { Sizes } from './report.ts'

const usage = `Usage: npm run bench:lists -- [options]

  --orders NUMBER       orders in the measured store (10000)
  --products NUMBER     products in a second store (20000)
  --carts NUMBER        open carts in a third store (10000)
  --subscriptions NUMBER
                        subscriptions in a fourth store (10000)
  --throughput          send orders as fast as possible instead, then check all lists and totals
  --seconds NUMBER      duration of the throughput test (60)
  --concurrency NUMBER  concurrent orders of the throughput test (2); with more, recounting falls behind
  --help                show this help`

const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '10000' },
    products: { type: 'string', default: '20000' },
    carts: { type: 'string', default: '10000' },
    subscriptions: { type: 'string', default: '10000' },
    throughput: { type: 'boolean', default: false },
    seconds: { type: 'string', default: '60' },
    concurrency: { type: 'string', default: '2' },
    help: { type: 'boolean', default: false },
  },
})

const parsePositive = (text: string) => {
  const number = Number(text)
  if (Number.isInteger(number) && number > 0) return number
  console.error(usage)
  return process.exit(2)
}

// Most modules are imported after the environment is set, because some read it when they are loaded.

function measureThroughput(seconds: number, concurrency: number): Promise<number> {
  return withDatabase({ hasStream: true }, async endpoint => {
    const throughput = await import('./throughput.ts')
    return throughput.measureThroughput({ endpoint, seconds, concurrency })
  })
}

function measureLists(sizes: Sizes): Promise<number> {
  return withDatabase({ hasStream: false }, async () => {
    const { report } = await import('./report.ts')
    return report(sizes)
  })
}

if (values.help) console.log(usage)
else if (values.throughput) {
  const [seconds, concurrency] = [parsePositive(values.seconds), parsePositive(values.concurrency)]
  process.exitCode = await measureThroughput(seconds, concurrency)
} else {
  const { orders, products, carts, subscriptions } = values
  const sizes = {
    orders: parsePositive(orders),
    products: parsePositive(products),
    carts: parsePositive(carts),
    subscriptions: parsePositive(subscriptions),
  }
  process.exitCode = await measureLists(sizes)
}

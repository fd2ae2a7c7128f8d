/** `npm run bench:lists`: measures what pages, totals and orders cost in a store of any size, and compares it with limits. */

import { parseArgs } from 'node:util'
import { onOwnDatabase } from './own-database.ts'
import type { Sizes } from './report.ts'

const usage = `Usage: npm run bench:lists -- [options]

  --orders NUMBER    orders in the measured store (10000)
  --products NUMBER  products in a second store (20000)
  --carts NUMBER     open carts in a third store (10000)
  --minute           instead, send orders as fast as possible, then check all lists and totals
  --seconds NUMBER   for how long (60)
  --at-once NUMBER   concurrent orders (2); with more, recounting falls behind
  --help             show this`

const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '10000' },
    products: { type: 'string', default: '20000' },
    carts: { type: 'string', default: '10000' },
    minute: { type: 'boolean', default: false },
    seconds: { type: 'string', default: '60' },
    'at-once': { type: 'string', default: '2' },
    help: { type: 'boolean', default: false },
  },
})

const positive = (text: string) => {
  const number = Number(text)
  if (Number.isInteger(number) && number > 0) return number
  console.error(usage)
  return process.exit(2)
}

/** Modules are loaded after the environment is set, which they read once. */
function measureMinute(seconds: number, atOnce: number): Promise<number> {
  return onOwnDatabase({ hasStream: true }, async endpoint => {
    const { busyMinute } = await import('./minute.ts')
    return busyMinute({ endpoint, seconds, atOnce })
  })
}

function measureLists(sizes: Sizes): Promise<number> {
  return onOwnDatabase({ hasStream: false }, async () => {
    const { report } = await import('./report.ts')
    return report(sizes)
  })
}

if (values.help) console.log(usage)
else if (values.minute) {
  process.exitCode = await measureMinute(positive(values.seconds), positive(values['at-once']))
} else {
  const { orders, products, carts } = values
  const sizes = { orders: positive(orders), products: positive(products), carts: positive(carts) }
  process.exitCode = await measureLists(sizes)
}

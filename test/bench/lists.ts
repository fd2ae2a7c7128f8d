/** `npm run bench:lists`: what pages, totals and orders cost in a store of any size, and whether that is what was promised. */

import { parseArgs } from 'node:util'
import type { Sizes } from './report.ts'
import { onOwnDatabase } from './surroundings.ts'

const usage = `Usage: npm run bench:lists -- [options]

  --orders NUMBER    how many orders the measured store holds (10000)
  --products NUMBER  how many products another one holds (20000)
  --carts NUMBER     how many open carts a third one holds (10000)
  --minute           takes orders as fast as it goes instead, then looks whether all is right
  --seconds NUMBER   how long that lasts (60)
  --at-once NUMBER   how many of them are under way (2); more only leave the counting behind
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

/** The program is loaded only once its surroundings are there. */
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

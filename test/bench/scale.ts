/** `npm run bench:scale`: computes the rate of orders at which each part of a stage breaks, and compares it with the goal. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { withDatabase } from './database.ts'

const usage = `Usage: npm run bench:scale -- [options]

  --orders NUMBER  orders in the measured store (1000)
  --rush NUMBER    orders of one product that are sent at once (200)
  --known-limits   accept a part below the goal if it holds its rate in test/bench/scale/known-limits.ts
  --help           show this help`

const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '1000' },
    rush: { type: 'string', default: '200' },
    'known-limits': { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

// Most modules are imported after the environment is set, because some read it when they are loaded.
function measureScale(orders: number, rush: number): Promise<number> {
  const directory = mkdtempSync(join(tmpdir(), 'bench-scale-'))
  return withDatabase({ hasStream: false }, async () => {
    process.env.CHECKOUT_QUEUE_DIR = join(directory, 'checkout-queue')
    const { report } = await import('./scale/report.ts')
    return report({ orders, rush, acceptsKnownLimits: values['known-limits'] })
  }).finally(() => rmSync(directory, { recursive: true }))
}

const [orders, rush] = [Number(values.orders), Number(values.rush)]
const isPositive = (number: number) => Number.isInteger(number) && number > 0
if (values.help) console.log(usage)
else if (isPositive(orders) && isPositive(rush)) process.exitCode = await measureScale(orders, rush)
else {
  console.error(usage)
  process.exitCode = 2
}

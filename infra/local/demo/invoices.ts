/** The numbers of the demo store's invoices: without a gap, in the order of the orders. */

import { isBilled } from './fates.ts'
import { type DemoOrder, endOf, orders } from './orders.ts'
import { sampleInvoice, sampleOrderTime } from './samples.ts'

const billed = orders.filter(order => isBilled(endOf(order)))
const before = billed.filter(({ time }) => time <= sampleOrderTime).length

/** The samples' order keeps its number, and the others count on from there to both sides. */
const numbers = new Map(
  billed.map(({ token }, index) => [token, sampleInvoice - before + index + (index < before ? 0 : 1)]),
)

/** Only the completion can tell it: who pays later has it from the beginning. */
export function invoiceNumberOf({ token }: DemoOrder): string | null {
  const number = numbers.get(token)
  return number === undefined ? null : `INV-${number}`
}

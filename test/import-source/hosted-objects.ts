/** Creates objects as the hosted service returns them, with its unusual values. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const sample = (name: string) => JSON.parse(readFileSync(join(import.meta.dirname, `${name}.json`), 'utf8'))
const samples = {
  order: sample('hosted-order'),
  customer: sample('hosted-customer'),
  product: sample('hosted-product'),
  subscription: sample('hosted-subscription'),
}

type Fields = Record<string, any>

/** Returns an id that is the same in each run of the tests. */
export const hostedId = (kind: number, number: number) =>
  `00000000-0000-4000-8${String(kind).padStart(3, '0')}-${String(number).padStart(12, '0')}`

const start = Date.parse('2025-01-01T00:00:00Z')
/** Returns a date as the service writes it: with seven decimals of a second, or with none. */
const dateOf = (number: number) => {
  const date = new Date(start + 60_000 * number).toISOString()
  return number % 2 === 0 ? date.replace('.000Z', '.1234567Z') : date.replace('.000Z', 'Z')
}

/** The number of customers who have placed the orders. */
const customers = 100

/** Metadata of the orders. In the service, metadata can be any kind of JSON. */
const metadata = [null, { source: 'shop', tags: ['a', 1, null] }, {}]

export function hostedOrder(number: number, fields: Fields = {}): Fields {
  const token = hostedId(1, number)
  const { items } = samples.order
  const date = dateOf(number)
  const userId = hostedId(2, number % customers)
  const email = `jane${number % customers}@example.com`
  return {
    ...samples.order,
    token,
    invoiceNumber: `SNIP-${number}`,
    status: number % 5 === 0 ? 'Dispatched' : 'Processed',
    creationDate: date,
    modificationDate: date,
    completionDate: date,
    /** The same address occurs in several spellings. */
    email: number % 3 === 0 ? email.toUpperCase() : email,
    userId,
    user: { ...samples.order.user, id: userId, email },
    metadata: metadata[number % metadata.length],
    items: items.map((item: Fields) => ({
      ...item,
      token,
      uniqueId: number % 4 === 0 ? undefined : hostedId(3, number),
    })),
    ...fields,
  }
}

export const hostedOrders = (count: number) => Array.from({ length: count }, (_, n) => hostedOrder(count - n))

export const hostedCustomer = (number: number, fields: Fields = {}): Fields => ({
  ...samples.customer,
  id: hostedId(2, number),
  email: `customer${number}@example.com`,
  creationDate: dateOf(number),
  ...fields,
})

export const hostedProduct = (number: number, fields: Fields = {}): Fields => ({
  ...samples.product,
  id: hostedId(4, number),
  userDefinedId: `P-${number}`,
  customFields: null,
  ...fields,
})

export const hostedSubscription = (number: number, fields: Fields = {}): Fields => ({
  ...samples.subscription,
  id: hostedId(5, number),
  ...fields,
})

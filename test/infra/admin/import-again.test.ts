/**
 * Tests how repeated imports, and the later steps of an import, treat objects that could not be imported, that differ, or
 * that were erased here.
 * @module-tag long
 */

import { randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { eraseCustomer } from '../../../lib/account-data/index.ts'
import { withoutWaiting } from '../../account-data/shop.ts'
import {
  hostedCustomer,
  hostedId,
  hostedOrder,
  hostedOrders,
  hostedSubscription,
} from '../../import-source/hosted-objects.ts'
import { emptyStore, type HostedStore, startHostedService } from '../../import-source/hosted-service.ts'
import { importJson, runImport } from '../../import-source/run-import.ts'
import { call, newTenant } from '../../support/store.ts'
import { newDirectory } from '../../support/temporary.ts'

async function start(fields: Partial<HostedStore>) {
  const store = { ...emptyStore(), ...fields }
  const { url, stop } = await startHostedService(store)
  onTestFinished(stop)
  return { store, options: { url, tenant: await newTenant(), state: join(newDirectory(), 'state.json') } }
}

test('imports the customers whose address went from one to the other, in one run', async () => {
  const email = 'info@firm.example'
  const first = hostedCustomer(1, { email, status: 'Confirmed', billingAddressCity: 'Kiel' })
  const { options, store } = await start({ customers: [first] })
  const args = '--only customers --wait 0'
  expect(await importJson({ ...options, args })).toMatchObject({ exitCode: 0 })
  const others = Array.from({ length: 8 }, (_, n) => hostedCustomer(n + 2))
  const next = hostedCustomer(10, { email, status: 'Confirmed', billingAddressCity: 'Bonn' })
  store.customers = [next, ...others, { ...first, email: 'anna@private.example' }]
  expect(await importJson({ ...options, args })).toMatchObject({ exitCode: 0, failures: [], differences: [] })
  const shown = async (id: string) => (await call('customers.get', options.tenant, { params: { id } })).body
  expect(await shown(first.id)).toMatchObject({ email: 'anna@private.example', billingAddressCity: 'Kiel' })
  expect(await shown(next.id)).toMatchObject({ id: next.id, email, billingAddressCity: 'Bonn' })
})

test('says that more than 1,000 objects differed, and fails, as the others were not compared again', async () => {
  const { options } = await start({ orders: hostedOrders(2) })
  const args = '--only orders --wait 0'
  await runImport({ ...options, args })
  const params = { token: hostedId(1, 1) }
  await call('orders.update', options.tenant, { params, body: { status: 'Delivered', trackingNumber: 'HERE 1' } })
  const stored = JSON.parse(readFileSync(options.state, 'utf8'))
  const resume = (count: number) => {
    const different = Array.from({ length: count }, () => randomUUID())
    const kinds = { orders: { ...stored.kinds.orders, step: 'compare', listed: 0, different } }
    writeFileSync(options.state, JSON.stringify({ ...stored, kinds }))
    return runImport({ ...options, args })
  }
  expect((await resume(999)).errors).toContain('Objects that differ from the source: 1.')
  const { exitCode, errors } = await resume(1000)
  expect(exitCode).toBe(1)
  expect(errors).toContain('More than 1,000 orders differed from the source. The further ones were not compared again.')
})

const { content: sampleCart } = JSON.parse(readFileSync('events/checkout/cart.updated.json', 'utf8'))

/** Returns objects of a customer whose personal data contains the text `erika` in any case. */
function objectsOfErika() {
  const email = 'erika@private.example'
  const user = { id: hostedId(2, 7), email }
  const personal = { email, user, userId: user.id, cardHolderName: 'Erika', notes: 'For Erika' }
  const token = hostedId(7, 1)
  const date = new Date().toISOString()
  return {
    email,
    customer: hostedCustomer(7, { ...user, billingAddressName: 'Erika', statistics: undefined }),
    order: hostedOrder(2, personal),
    laterOrder: hostedOrder(3, personal),
    subscription: hostedSubscription(1, {
      user,
      status: 'Canceled',
      totalSpent: 0,
      cancelledOn: '2018-04-01T12:00:00Z',
    }),
    cart: { ...sampleCart, id: token, token, email, discounts: [], creationDate: date, modificationDate: date },
  }
}

test('neither compares nor misses what was erased here, and says how much that is', async () => {
  const { email, customer, order, laterOrder, subscription, cart } = objectsOfErika()
  const jane = hostedCustomer(1, { email: 'jane1@example.com', statistics: undefined })
  const objects = {
    customers: [customer, jane],
    orders: [order, hostedOrder(1)],
    subscriptions: [subscription],
    carts: [cart],
  }
  const { options, store } = await start(objects)
  const args = '--only customers,orders,subscriptions,carts --wait 6'
  expect(await importJson({ ...options, args })).toMatchObject({ exitCode: 0, differences: [] })
  const replies = { endpoints: [], replacement: '' }
  await withoutWaiting(onProgress => eraseCustomer(options.tenant, { email, replies, onProgress }))
  store.orders.unshift(laterOrder)
  const { output, ...result } = await runImport({ ...options, args })
  expect(result).toMatchObject({ exitCode: 0, errors: '' })
  expect(output).toMatch(/^customers: 1 was erased here, and is not compared\.$/m)
  expect(output).toMatch(/^orders: 2 were erased here, and are not compared\.$/m)
  expect(output).toMatch(/^subscriptions: 1 was erased here/m)
  expect(output).toMatch(/^carts: 1 was erased here/m)
  expect(output + readFileSync(options.state, 'utf8')).not.toMatch(/erika/i)
  expect(result.progress.join()).not.toContain('customers: waiting until')
})

/**
 * Tests the erasure of a customer with the function that the command `store customer erase` calls.
 * @module-tag long
 */

import { randomUUID } from 'node:crypto'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { eraseCustomer } from '../../lib/account-data/index.ts'
import { storedReplyEndpointNames } from '../../lib/api.ts'
import { cartDefinition } from '../../lib/carts/stored-object.ts'
import { emailHash } from '../../lib/core/email.ts'
import type { OrderToken } from '../../lib/core/ids.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { customerDefinition } from '../../lib/customers/stored-object.ts'
import { catchMail } from '../../lib/mail/catcher.ts'
import { loadOrderRow } from '../../lib/orders/load.ts'
import { orderDefinition } from '../../lib/orders/stored-object.ts'
import type { WalkPosition } from '../../lib/store/walk-store-rows.ts'
import { subscriptionDefinition } from '../../lib/subscriptions/stored-object.ts'
import { createSession, list as customers, idOf, orders as ordersOf, register, session } from '../customers/calls.ts'
import { list as orders } from '../orders/calls.ts'
import { dashboardList, get as subscriptionOf, v1Subscription } from '../subscriptions/calls.ts'
import { address, cart, completeOrder, order, sendEvent, withdrawal } from '../support/checkout.ts'
import { damageRow } from '../support/damaged-rows.ts'
import { orderOf, refund } from '../support/payments.ts'
import { rawRowsOf, textOf } from '../support/raw-rows.ts'
import { call, newTenant } from '../support/store.ts'
import { updateAllTallies } from '../support/stream-worker.ts'
import { erase, jane, newShop, ordersOfJane, personalTextsIn, replacement, subscribe, withoutWaiting } from './shop.ts'

/** Returns the keys of the rows that contain personal texts of the customer, and these texts. */
async function findPersonal(tenant: Tenant) {
  return (await rawRowsOf(tenant.account)).flatMap(row => {
    const found = personalTextsIn(row)
    return found.length > 0 ? [{ pk: row.pk, sk: row.sk, found }] : []
  })
}

/** Returns the sums and counts that accounting needs. */
async function figuresOf(tenant: Tenant) {
  const { body: all } = await orders(tenant)
  const germany = (await orders(tenant, { billingAddressCountry: 'DE', limit: '0' })).body.totalItems
  const amounts = all.items.map(({ token, finalGrandTotal, refundsAmount, taxesTotal, items }: any) => ({
    token,
    finalGrandTotal,
    refundsAmount,
    taxesTotal,
    sold: items.map(({ id, quantity, totalPrice }: any) => ({ id, quantity, totalPrice })),
  }))
  const products = (await call('products.list', tenant)).body.items
  const sales = products.map(({ id, statistics }: any) => ({ id, statistics }))
  const subscriptions = (await dashboardList(tenant, { status: 'all', limit: '0' })).body.totalItems
  return { total: all.totalItems, germany, amounts, sales, subscriptions }
}

test('leaves no personal data of the customer in any row, and all amounts and counts', async () => {
  const { tenant, token, guest, subscription } = await newShop()
  expect((await findPersonal(tenant)).length).toBeGreaterThan(8)
  const before = await figuresOf(tenant)
  const result = await erase(tenant)
  await updateAllTallies(tenant)
  expect(result).toEqual({
    counts: { customers: 1, sessions: 2, mails: 1, replies: 1, carts: 1, subscriptions: 1, orders: 2 },
    pendingOrders: [],
    pendingSubscriptions: [],
    ofOtherCustomers: {},
    hasReturned: false,
    unreadable: [],
  })
  expect(await findPersonal(tenant)).toEqual([])
  expect(await figuresOf(tenant)).toEqual(before)
  for (const erased of [token, guest])
    expect(await orderOf(tenant, erased)).toMatchObject({
      email: '',
      cardHolderName: '',
      notes: null,
      metadata: null,
      billingAddressCountry: 'DE',
      billingAddressName: '',
      customFields: [{ name: 'Greeting', value: '' }],
      trackingNumber: '',
    })
  expect((await subscriptionOf(tenant, subscription)).body.user.email).toBe('')
  const hashes = (await rawRowsOf(tenant.account)).filter(row => textOf(row).includes(emailHash(jane.email)))
  expect(hashes.length).toBeGreaterThan(0)
})

test('erases the same in batches of one object', { tags: ['long'] }, async () => {
  const { tenant } = await newShop()
  const before = await figuresOf(tenant)
  const result = await erase(tenant, jane.email, { batchSize: 1 })
  await updateAllTallies(tenant)
  expect(result.counts).toEqual({
    customers: 1,
    sessions: 2,
    mails: 1,
    replies: 1,
    carts: 1,
    subscriptions: 1,
    orders: 2,
  })
  expect(await findPersonal(tenant)).toEqual([])
  expect(await figuresOf(tenant)).toEqual(before)
})

test('continues from the position that an interrupted erasure has reached', { tags: ['long'] }, async () => {
  const { tenant } = await newShop()
  let from: WalkPosition | undefined
  const onProgress = (_: string, next?: WalkPosition) => {
    from = next
    if (next) throw new Error('Interrupted.')
  }
  await expect(erase(tenant, jane.email, { batchSize: 1, onProgress })).rejects.toThrow('Interrupted.')
  expect((await findPersonal(tenant)).length).toBeGreaterThan(0)
  const texts: string[] = []
  const { counts, hasReturned } = await erase(tenant, jane.email, { from, onProgress: text => texts.push(text) })
  await updateAllTallies(tenant)
  expect(hasReturned).toBe(false)
  expect(counts).toMatchObject({ carts: 1, subscriptions: 0, orders: 2 })
  expect(texts.filter(text => text.includes('requests and events'))).toEqual([])
  expect(await findPersonal(tenant)).toEqual([])
})

describe('interrupted, after which the customer comes back,', () => {
  const endingIn = (digit: string) => `${randomUUID().slice(0, -1)}${digit}`

  /** Interrupts an erasure between two orders, the second of which has a former address of the customer. */
  async function interruptedErasure() {
    const tenant = await newTenant()
    const former = { email: 'old@doughty.example', id: randomUUID() }
    const second = await completeOrder(tenant, { token: endingIn('e'), email: former.email, user: former })
    await register(tenant, { ...former, email: jane.email })
    await ordersOfJane(tenant, { token: endingIn('1') })
    let from: WalkPosition | undefined
    const onProgress = (_: string, next?: WalkPosition) => {
      from = next
      if (next?.object === 'order' && next.shard > '1') throw new Error('Interrupted.')
    }
    await expect(erase(tenant, jane.email, { batchSize: 1, onProgress })).rejects.toThrow('Interrupted.')
    return { tenant, second, from }
  }

  test.each(['continued', 'repeated'])('erases the new orders and the remaining old ones if it is %s', async how => {
    const { tenant, second, from } = await interruptedErasure()
    await ordersOfJane(tenant, { token: endingIn('0') })
    const result = await erase(tenant, jane.email, how === 'continued' ? { from } : {})
    expect(result).toMatchObject({ counts: { customers: 1, orders: 3 }, hasReturned: how === 'continued' })
    await updateAllTallies(tenant)
    expect(await findPersonal(tenant)).toEqual([])
    expect(await orderOf(tenant, second)).toMatchObject({ email: '', billingAddressName: '' })
  })

  test('erases the new orders also if the customer was deleted again', async () => {
    const { tenant, from } = await interruptedErasure()
    await ordersOfJane(tenant, { token: endingIn('0') })
    await call('customers.remove', tenant, { params: { id: (await idOf(tenant, jane.email))! } })
    expect(await erase(tenant, jane.email, { from })).toMatchObject({ counts: { orders: 3 }, hasReturned: true })
    await updateAllTallies(tenant)
    expect(await findPersonal(tenant)).toEqual([])
  })

  test('refuses while a new subscription has not ended, and changes nothing', async () => {
    const { tenant, from } = await interruptedErasure()
    const id = await subscribe(tenant, true)
    await expect(erase(tenant, jane.email, { from })).rejects.toThrow(`that have not ended: ${id}.`)
    expect(await idOf(tenant, jane.email)).toBeDefined()
  })
})

/** Returns the cities and postal codes for which the table has totals of orders. */
async function addressTotals({ account }: Tenant): Promise<string[]> {
  const rows = await rawRowsOf(account)
  const names = rows.map(({ pk }) => /#tally#orders\/\w+Address(City|PostalCode)=(.*)$/.exec(String(pk))?.[2])
  return [...new Set(names.filter(name => name !== undefined))].toSorted()
}

test('leaves totals of those cities and postal codes only that other orders have', { tags: ['long'] }, async () => {
  const { tenant } = await newShop()
  const neighbour = { city: 'Quinceville', postalCode: '99872', country: 'DE' }
  await completeOrder(tenant, { email: 'sue@other.example', billingAddress: address(neighbour) })
  await updateAllTallies(tenant)
  expect(await addressTotals(tenant)).toEqual(['28201', '99871', '99872', 'bremen', 'quinceville'])
  await erase(tenant)
  await updateAllTallies(tenant)
  expect(await addressTotals(tenant)).toEqual(['28201', '99872', 'bremen', 'quinceville'])
  expect((await orders(tenant, { billingAddressCity: 'quinceville' })).body.totalItems).toBe(1)
})

test('deletes the totals of an erasure that was interrupted, when it is repeated', { tags: ['long'] }, async () => {
  const { tenant } = await newShop()
  const replies = { endpoints: storedReplyEndpointNames, replacement }
  const interrupted = withoutWaiting(letTimePass =>
    eraseCustomer(tenant, {
      email: jane.email,
      replies,
      onProgress: text => {
        if (text.includes('totals')) throw new Error('Interrupted.')
        letTimePass(text)
      },
    }),
  )
  await expect(interrupted).rejects.toThrow('Interrupted.')
  await updateAllTallies(tenant)
  expect(await addressTotals(tenant)).toContain('99871')
  await erase(tenant)
  expect(await addressTotals(tenant)).toEqual(['28201', 'bremen'])
})

test('deletes the totals also while the stream worker does not count', { tags: ['long'] }, async () => {
  const { tenant } = await newShop()
  const replies = { endpoints: storedReplyEndpointNames, replacement }
  await withoutWaiting(onProgress => eraseCustomer(tenant, { email: jane.email, replies, onProgress }))
  expect(await addressTotals(tenant)).toEqual(['28201', 'bremen'])
})

test('deletes the files of the caught mails of the customer, also those that a killed process has begun', {
  tags: ['long'],
}, async () => {
  const { tenant, token } = await newShop()
  const { id } = (await orderOf(tenant, token)).refunds[0]
  const mail = { from: 'shop@tea.example', to: jane.email, subject: 'Refund', text: 'Janeth', html: '' }
  await catchMail(mail, id)
  await catchMail(mail, 'of-another-customer')
  const directory = process.env.MAIL_DIR!
  writeFileSync(join(directory, `${id}.json.${randomUUID()}`), '{"to":"Janeth@Do')
  const files = () => readdirSync(directory).filter(name => name.startsWith(id))
  expect(files()).toHaveLength(2)
  await erase(tenant)
  expect(files()).toEqual([])
  expect(readdirSync(directory)).toContain('of-another-customer.json')
})

test('erases what arrives while the objects are searched', { tags: ['long'] }, async () => {
  const { tenant } = await newShop()
  let late: Promise<string> | undefined
  let hasArrived = false
  const arrive = () =>
    completeOrder(tenant, { email: jane.email }).finally(() => {
      hasArrived = true
    })
  await withoutWaiting(onProgress =>
    eraseCustomer(tenant, {
      email: jane.email,
      replies: { endpoints: storedReplyEndpointNames, replacement: '{}' },
      onProgress: text => {
        if (text.startsWith('order')) late ??= arrive()
        /** Without this condition, the erasure would not wait for the event of the order. */
        if (hasArrived) onProgress(text)
      },
    }),
  )
  const { body } = await call('orders.get', tenant, { params: { token: (await late)! } })
  expect(body.email).toBe('')
})

test('does not change other customers', { tags: ['long'] }, async () => {
  const { tenant } = await newShop()
  const john = (await idOf(tenant, 'john@other.example'))!
  const before = await ordersOf(tenant, john)
  await erase(tenant)
  expect((await ordersOf(tenant, john)).body).toEqual(before.body)
  expect((await customers(tenant)).body.items).toMatchObject([{ id: john }])
})

test('deletes the customer, the cart and the sessions', async () => {
  const { tenant, id, cartToken, sessions } = await newShop()
  await erase(tenant)
  const replies = [
    await call('customers.get', tenant, { params: { id } }),
    await call('carts.get', tenant, { params: { token: cartToken } }),
    ...(await Promise.all(sessions.map(token => session(tenant, token)))),
  ]
  expect(replies.map(({ status }) => status)).toEqual([404, 404, 404, 404])
})

test('a repeated refund request does not refund again', async () => {
  const { tenant, token } = await newShop()
  await erase(tenant)
  const body = { amount: 10, comment: 'She says it broke', notifyCustomer: true }
  const repeated = await refund(tenant, token, body, { headers: { 'Idempotency-Key': 'refund-of-jane' } })
  expect(repeated.headers['Idempotent-Replayed']).toBe('true')
  expect((await orderOf(tenant, token)).refunds).toHaveLength(1)
})

test('older events bring nothing back, whether they are repeated or arrive late', { tags: ['long'] }, async () => {
  const { tenant, id, token, cartToken, subscription } = await newShop()
  const envelope = { createdOn: new Date().toISOString() }
  await erase(tenant)
  const buyer = { email: jane.email, billingAddress: jane.address }
  await ordersOfJane(tenant, { token, user: { id, email: jane.email } })
  await sendEvent(tenant, 'order.completed', order({ ...buyer, notes: 'A note for the courier' }), envelope)
  await sendEvent(tenant, 'order.completed', order({ ...buyer, token }), envelope)
  await sendEvent(tenant, 'customer.updated', { id, ...buyer }, envelope)
  await sendEvent(tenant, 'cart.updated', cart(buyer), envelope)
  await sendEvent(tenant, 'cart.updated', cart({ ...buyer, email: null, token: cartToken }), envelope)
  await createSession(tenant, { email: jane.email }, envelope)
  await createSession(tenant, { customerId: id }, envelope)
  await sendEvent(tenant, 'order.withdrawal.created', withdrawal(token, { customerName: 'Janeth Doughty' }))
  const user = { id, ...buyer }
  const reported = { id: subscription, user, schedule: { interval: 'Month' } }
  await sendEvent(tenant, 'subscription.cancelled', reported, envelope)
  await sendEvent(tenant, 'subscription.created', { ...reported, id: randomUUID() }, envelope)
  await updateAllTallies(tenant)
  expect(await findPersonal(tenant)).toEqual([])
  expect((await customers(tenant)).body.totalItems).toBe(1)
})

test('a later order with the address creates a new customer', { tags: ['long'] }, async () => {
  const { tenant, id, token } = await newShop()
  await erase(tenant)
  const later = await ordersOfJane(tenant)
  const newId = (await idOf(tenant, jane.email))!
  expect(newId).not.toBe(id)
  expect((await ordersOf(tenant, newId)).body.map((one: any) => one.token)).toEqual([later])
  expect((await orderOf(tenant, token)).email).toBe('')
})

test('an erased order can be changed and refunded, and sends no mail', { tags: ['long'] }, async () => {
  const { tenant, guest } = await newShop()
  await erase(tenant)
  const change = { status: 'Shipped', trackingNumber: 'T-1' }
  expect((await call('orders.update', tenant, { params: { token: guest }, body: change })).status).toBe(200)
  const withMail = await refund(tenant, guest, { amount: 5, notifyCustomer: true })
  expect(withMail.body.errors).toEqual({ notifyCustomer: [expect.stringContaining('no e-mail address')] })
  expect((await refund(tenant, guest, { amount: 5 })).status).toBe(200)
  await sendEvent(tenant, 'order.status.changed', { token: guest, status: 'Delivered' })
  expect(await orderOf(tenant, guest)).toMatchObject({ trackingNumber: 'T-1', refundsAmount: 5 })
  const mails = (await rawRowsOf(tenant.account)).filter(row => String(row.pk).includes('#mails#'))
  expect(mails).toEqual([])
})

test('erases what an address left that never belonged to a customer', { tags: ['long'] }, async () => {
  const tenant = await newTenant()
  await sendEvent(tenant, 'cart.updated', cart({ email: jane.email, billingAddress: jane.address }))
  await createSession(tenant, { email: jane.email })
  expect((await erase(tenant)).counts).toMatchObject({ carts: 1, sessions: 1, orders: 0 })
  expect(await findPersonal(tenant)).toEqual([])
})

test('erases orders of a customer who was deleted before', { tags: ['long'] }, async () => {
  const { tenant, id } = await newShop()
  await call('customers.remove', tenant, { params: { id } })
  await ordersOfJane(tenant)
  expect((await erase(tenant)).counts.orders).toBe(3)
  expect(await findPersonal(tenant)).toEqual([])
})

test('finds a subscription whose last event has neither the customer nor an e-mail address', async () => {
  const tenant = await newTenant()
  const id = await subscribe(tenant, true)
  await sendEvent(tenant, 'subscription.cancelled', v1Subscription({ id, user: null }))
  expect((await erase(tenant)).counts).toMatchObject({ customers: 1, subscriptions: 1 })
  expect(await findPersonal(tenant)).toEqual([])
})

test('refuses while a subscription has not ended, and changes nothing', async () => {
  const { tenant, token } = await newShop()
  const id = await subscribe(tenant, true)
  await expect(erase(tenant)).rejects.toThrow(`that have not ended: ${id}.`)
  expect((await orderOf(tenant, token)).email).toBe(jane.email)
})

test('refuses a former address of a customer', async () => {
  const tenant = await newTenant()
  const id = await register(tenant, { email: 'old@tea.example' })
  await register(tenant, { id, email: jane.email })
  await expect(erase(tenant, 'old@tea.example')).rejects.toThrow(`a former one of the customer ${id}`)
  await erase(tenant)
  expect((await customers(tenant)).body.totalItems).toBe(0)
})

describe('by an address that a guest had before being merged into a customer', () => {
  async function mergedCustomer() {
    const tenant = await newTenant()
    const [guest, id] = [randomUUID(), randomUUID()]
    for (const email of ['first@tea.example', 'second@tea.example'])
      await completeOrder(tenant, { email, user: { id: guest }, billingAddress: address({ firstName: 'Jane' }) })
    for (const email of [jane.email, 'second@tea.example']) await register(tenant, { id, email })
    await updateAllTallies(tenant)
    expect((await customers(tenant)).body.items).toMatchObject([{ id }])
    return { tenant, id }
  }

  test('is refused, and names the customer', async () => {
    const { tenant, id } = await mergedCustomer()
    await expect(erase(tenant, 'first@tea.example')).rejects.toThrow(`a former one of the customer ${id}`)
  })

  test('erases everything of the customer if the customer was deleted', async () => {
    const { tenant, id } = await mergedCustomer()
    await completeOrder(tenant, { email: jane.email, user: { id } })
    await call('customers.remove', tenant, { params: { id } })
    expect((await erase(tenant, 'first@tea.example')).counts.orders).toBe(3)
  })
})

test('leaves an order whose refund is under way, and erases it when it is repeated', { tags: ['long'] }, async () => {
  const tenant = await newTenant()
  const token = await ordersOfJane(tenant, { paymentTransactionId: 'pi_timeout', finalGrandTotal: 50 })
  expect((await refund(tenant, token, { amount: 5 }, { headers: { 'Idempotency-Key': 'k' } })).status).toBe(504)
  expect(await erase(tenant)).toMatchObject({ counts: { orders: 0 }, pendingOrders: [token] })
  await refund(tenant, token, { amount: 5 }, { headers: { 'Idempotency-Key': 'k' } })
  expect(await erase(tenant)).toMatchObject({ counts: { orders: 1 }, pendingOrders: [] })
  expect(await findPersonal(tenant)).toEqual([])
})

describe('with damaged objects', { tags: ['long'] }, () => {
  const fault = expect.any(Error)

  test('erases all others, and names those that it could not erase, also if they may be of anyone', async () => {
    const { tenant, id, token, guest, cartToken, subscription } = await newShop()
    const john = (await idOf(tenant, 'john@other.example'))!
    const names = [
      await damageRow(subscriptionDefinition, tenant, subscription),
      await damageRow(cartDefinition, tenant, cartToken),
      await damageRow(orderDefinition, tenant, token),
    ]
    await damageRow(customerDefinition, tenant, john)
    const positions: unknown[] = []
    const result = await erase(tenant, jane.email, { onProgress: (_, next) => positions.push(next), batchSize: 1 })
    expect(result).toMatchObject({
      counts: { customers: 1, carts: 0, subscriptions: 0, orders: 1 },
      unreadable: names.map(name => ({ name, fault })),
    })
    expect(positions.every(position => position === undefined)).toBe(true)
    expect((await call('customers.get', tenant, { params: { id } })).status).toBe(404)
    expect(await orderOf(tenant, guest)).toMatchObject({ email: '' })
  })

  test('names a damaged customer, and erases the orders', async () => {
    const { tenant, id } = await newShop()
    const name = await damageRow(customerDefinition, tenant, id)
    expect(await erase(tenant)).toMatchObject({ counts: { customers: 0, orders: 2 }, unreadable: [{ name, fault }] })
  })

  test('names an order of which only the erasure fails, and erases it when it is repaired', async () => {
    const { tenant, token } = await newShop()
    const { content } = await loadOrderRow(tenant, token as OrderToken, true)
    const { customFields: _, ...damaged } = content!
    const name = await damageRow(orderDefinition, tenant, token, { content: damaged })
    expect(await erase(tenant)).toMatchObject({ counts: { orders: 1 }, unreadable: [{ name, fault }] })
    await damageRow(orderDefinition, tenant, token, { content })
    expect(await erase(tenant)).toMatchObject({ counts: { orders: 2 }, unreadable: [] })
    expect(await findPersonal(tenant)).toEqual([])
  })

  test('names no damaged order that has the address of another customer', async () => {
    const { tenant } = await newShop()
    const token = await completeOrder(tenant, { email: 'sue@other.example' })
    const { content } = await loadOrderRow(tenant, token as OrderToken, true)
    await damageRow(orderDefinition, tenant, token, { content: { email: content!.email } })
    expect(await erase(tenant)).toMatchObject({ counts: { orders: 2 }, unreadable: [] })
  })
})

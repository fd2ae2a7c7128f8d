/** The demo store: what its checkout tells is plausible, and is taken to the end however often it is interrupted. */

import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { createTable } from '../../../infra/local/create-table.ts'
import { catalogue } from '../../../infra/local/demo/catalogue.ts'
import { ensureDemo, ensureSamples } from '../../../infra/local/demo/ensure.ts'
import { demoEventsAt } from '../../../infra/local/demo/events.ts'
import { fillDemo } from '../../../infra/local/demo/filling.ts'
import { discounts } from '../../../infra/local/demo/objects.ts'
import { plans } from '../../../infra/local/demo/plans.ts'
import { sampleEvents } from '../../../infra/local/demo/samples.ts'
import { shippingMethods } from '../../../infra/local/demo/shipping-methods.ts'
import { day, hour, today } from '../../../infra/local/demo/time.ts'
import * as accounts from '../../../lib/accounts/index.ts'
import { example as cartExample } from '../../../lib/carts/example.ts'
import { example as customerExample } from '../../../lib/customers/example.ts'
import { example as orderExample } from '../../../lib/orders/example.ts'
import { paymentStatuses, statuses } from '../../../lib/orders/schemas.ts'
import { sampleCall } from '../../support/samples.ts'
import { call } from '../../support/store.ts'

/** Account 1001 is a table's first. */
const table = vi.hoisted(() => {
  process.env.TABLE_NAME = `demo-${crypto.randomUUID()}`
  return process.env.TABLE_NAME
})

const demoEvents: any[] = demoEventsAt(today)
const events: any[] = [...sampleEvents, ...demoEvents]
const contentsOf = (...names: string[]) =>
  events.filter(({ eventName }) => names.includes(eventName)).map(({ content }) => content)
const orders = contentsOf('order.completed')
const [sampleOrder] = orders
const [sampleCart] = contentsOf('cart.updated')
const isCart = ({ eventName }: { eventName: string }) => eventName === 'cart.updated'
const cartsAt = (now: number): any[] => demoEventsAt(now).filter(isCart)
/** Carts follow the clock, and so do the discounts of the season. */
const moments = [today, Date.parse('2027-04-11T06:00:00Z'), Date.parse('2027-07-04T22:30:00Z')]
const carts = [sampleCart, ...moments.flatMap(cartsAt).map(({ content }) => content)]
const cents = (amount: number) => Math.round(amount * 100)
const sum = (numbers: number[]) => numbers.reduce((one, other) => one + other, 0)

/** How each order stands when all is told. */
const ends = new Map<string, any>(
  orders.map(({ token, status, paymentStatus }) => [token, { status, paymentStatus }]),
)
for (const { token, ...change } of contentsOf('order.status.changed'))
  ends.set(token, { ...ends.get(token), ...change })

/** In cents, from the discount itself. */
function rebateOf({ id }: { id: string }, { items, itemsTotal }: any): number {
  const { type, rate = 0, amount = 0, itemId } = Object.fromEntries(discounts)[id]!
  const mugs = sum(items.filter((item: any) => item.id === itemId).map((item: any) => item.quantity))
  if (type === 'Shipping') return 0
  if (type === 'AlternatePrice') return Math.floor(mugs / 3) * (3 * 900 - 2400)
  return Math.round((cents(itemsTotal) * rate!) / 100) + cents(amount!)
}

const digitsOf = (text: string) => [...text].map(Number)
const weigh = (code: string, weights: number[]) =>
  sum(digitsOf(code).map((digit, place) => digit * weights[place % weights.length]!))

/** Twenty digits as on parcels, or what the world's post offices agreed on. */
function hasRightCheckDigit(number: string): boolean {
  const [, digits = '', check] = /^00(\d{17})(\d)$/.exec(number) ?? []
  if (digits) return (weigh(digits, [3, 1]) + Number(check)) % 10 === 0
  const [, code = '', last] = /^[A-Z]{2}(\d{8})(\d)DE$/.exec(number) ?? []
  const rest = 11 - (weigh(code, [8, 6, 4, 2, 3, 5, 9, 7]) % 11)
  return code !== '' && Number(last) === (rest === 11 ? 5 : rest % 10)
}

const namesOf = (given: any[]) => given.map(({ id }) => id)
const wasSent = (order: any) =>
  order.items.some(({ fileGuid }: any) => !fileGuid) &&
  ['Shipped', 'Delivered', 'Disputed'].includes(ends.get(order.token).status)

describe('what the checkout tells', () => {
  test('is a shop of some size', () => {
    expect(catalogue).toHaveLength(40)
    expect(orders).toHaveLength(300)
    expect(contentsOf('cart.updated')).toHaveLength(26)
    expect(new Set(orders.map(({ email }) => email)).size).toBe(61)
    expect(new Set(orders.map(({ billingAddress }) => billingAddress.country)).size).toBeGreaterThan(6)
    const items = orders.flatMap(order => order.items.map(({ id }: { id: string }) => id))
    expect(new Set(items)).toEqual(new Set([...catalogue, ...plans].map(({ id }) => id)))
  })

  test('is told the same at every start, each event under an id of its own', () => {
    expect(new Set(events.map(({ id }) => id)).size).toBe(events.length)
    expect(demoEvents[500]).toMatchObject({ id: expect.any(String), account: 1001, mode: 'Test' })
    expect(demoEvents.map(({ createdOn }) => createdOn)).toEqual(
      demoEvents.map(({ createdOn }) => createdOn).toSorted(),
    )
    expect(events.every(({ createdOn }) => createdOn < '2026-11-16')).toBe(true)
  })

  test.each([...orders, ...carts].map(told => [told.invoiceNumber ?? told.token, told]))(
    '%s adds up to the cent',
    (_, told) => {
      const { itemsTotal, shippingFees, shippingInformation, summary, total = told.finalGrandTotal } = told
      for (const {
        price,
        unitPrice,
        quantity,
        customFields,
        customFieldsJson = '[]',
        totalPrice,
      } of told.items) {
        const adjustments = customFields.map(({ options, value }: { options: string; value: string }) =>
          Number(new RegExp(`(?:^|\\|)${value}\\[(.+?)\\]`).exec(options)?.[1] ?? 0),
        )
        const said = JSON.parse(customFieldsJson).map(({ operation = 0 }) => operation)
        expect(said).toEqual(adjustments)
        expect(cents(unitPrice)).toBe(sum([price, ...adjustments].map(cents)))
        expect(cents(totalPrice)).toBe(quantity * cents(unitPrice))
      }
      expect(cents(itemsTotal)).toBe(sum(told.items.map(({ totalPrice }: any) => cents(totalPrice))))
      const rebate = cents(told.rebateAmount ?? summary.subtotal - summary.taxableTotal)
      expect(rebate).toBe(sum(told.discounts.map((given: any) => rebateOf(given, told))))
      const taxes = told.taxes ?? summary.taxes.map(({ rate, ...tax }: any) => ({ ...tax, taxRate: rate }))
      for (const { amount, taxRate } of taxes)
        expect(cents(amount)).toBe(Math.round(((cents(itemsTotal) - rebate) * cents(taxRate)) / 100))
      const fees = cents(shippingFees ?? shippingInformation.fees)
      const taxed = sum(taxes.map(({ amount }: any) => cents(amount)))
      expect(cents(total)).toBe(cents(itemsTotal) - rebate + fees + taxed)
      expect(total).toBeGreaterThan(0)
    },
  )

  test('knows a product under one name and one price', () => {
    const said = new Map<string, string>()
    for (const { id, name, price, url, image, description, fileGuid = null } of [...orders, ...carts].flatMap(
      ({ items }) => items,
    )) {
      const words = JSON.stringify({ name, price, url, image, description, fileGuid })
      expect(said.get(id) ?? words, id).toBe(words)
      said.set(id, words)
    }
  })

  test('numbers the invoices of what is paid, and of nothing else, without a gap and in the order of the orders', () => {
    const unpaid = ['Authorized', 'Cancelled', 'Expired', 'Failed', 'Open', 'Pending']
    for (const { token, invoiceNumber } of orders)
      expect(invoiceNumber !== null, token).toBe(!unpaid.includes(ends.get(token).paymentStatus))
    const numbers = orders
      .filter(({ invoiceNumber }) => invoiceNumber !== null)
      .map(({ completionDate, invoiceNumber }) => ({ at: Date.parse(completionDate), invoiceNumber }))
      .toSorted((one, other) => one.at - other.at || (one.invoiceNumber < other.invoiceNumber ? -1 : 1))
      .map(({ invoiceNumber }) => invoiceNumber)
    expect(numbers.length).toBeGreaterThan(270)
    const first = Number(numbers[0].slice('INV-'.length))
    expect(numbers).toEqual(numbers.map((_, n) => `INV-${first + n}`))
  })

  test('leaves orders in every state but in progress, so that all of them are listed, and withdrawals in every one, and reports of what was told only', () => {
    expect(ends.size).toBe(300)
    expect(new Set([...ends.values()].map(({ status }) => status))).toEqual(
      new Set(statuses.filter(status => status !== 'InProgress')),
    )
    const paid = new Set([...ends.values()].map(({ paymentStatus }) => paymentStatus))
    expect(paymentStatuses.filter(status => !paid.has(status))).toEqual([])

    const created = contentsOf('order.withdrawal.created')
    const resolved = contentsOf('order.withdrawal.resolved')
    expect(created.length - resolved.length).toBeGreaterThan(2)
    expect(new Set(resolved.map(({ resolution }) => resolution))).toEqual(new Set(['Accepted', 'Refused']))
    const tokens = [...created, ...resolved, ...contentsOf('order.digital.downloaded')]
    expect(tokens.every(({ orderToken }) => ends.has(orderToken))).toBe(true)
  })

  test('refunds what was paid for what is sent back, and all of it for the whole order', () => {
    const created = contentsOf('order.withdrawal.created')
    expect(new Set(created.map(({ isPartial }) => isPartial))).toEqual(new Set([true, false]))
    for (const { orderToken, isPartial, refundAmount, items, orderInvoiceNumber } of created) {
      const order = orders.find(({ token }) => token === orderToken)
      const { itemsTotal, rebateAmount, finalGrandTotal, invoiceNumber } = order
      const paid =
        cents(itemsTotal) - cents(rebateAmount) + sum(order.taxes.map((tax: any) => cents(tax.amount)))
      const returned = sum(items.map(({ totalPrice }: any) => cents(totalPrice)))
      const part = Math.round((returned * paid) / cents(itemsTotal))
      expect(cents(refundAmount)).toBe(isPartial ? part : cents(finalGrandTotal))
      expect(isPartial).toBe(order.items.length > items.length)
      expect(orderInvoiceNumber).toBe(invoiceNumber)
      for (const { itemUniqueId, unitPrice, quantity, totalPrice } of items)
        expect(order.items.find(({ uniqueId }: any) => uniqueId === itemUniqueId)).toMatchObject({
          ...{ unitPrice, quantity, totalPrice },
        })
    }
  })

  test('gives every discount of the demo store, and each to whom it is meant for', () => {
    expect(new Set(orders.flatMap(told => namesOf(told.discounts)))).toEqual(
      new Set(discounts.map(([id]) => id)),
    )
    const planIds = plans.map(({ id }) => id)
    for (const { token, discounts: given, promocodes, items, itemsTotal } of [...orders, ...carts]) {
      expect(given.length, token).toBeLessThan(2)
      const told = given.map(({ type, code }: any) => ({ type, isFor: code ?? 'all' }))
      if (told[0]?.type === 'Rate') expect(itemsTotal).toBeGreaterThanOrEqual(50)
      if (told[0]?.isFor === 'FIRST20') expect(planIds).toContain(items[0].id)
      if (promocodes) expect(promocodes).toEqual(given.filter(({ code }: any) => code !== null))
    }
    const [first] = contentsOf('order.completed').filter(
      ({ discounts: [given] }) => given?.code === 'FIRST20',
    )
    expect(contentsOf('subscription.created').map(({ initialOrderToken }) => initialOrderToken)).toContain(
      first.token,
    )
  })

  test('ships by the methods that the demo store has, for what they cost to that place', () => {
    const isFree = /^(Shipping included|Free shipping)/
    for (const { token, totalWeight, items, itemsTotal, rebateAmount, ...told } of orders) {
      const { shippingMethod, shippingFees, shippingAddress, subscriptionId } = told
      if (totalWeight === 0)
        expect({ token, shippingMethod, shippingFees }).toEqual({
          token,
          shippingMethod: null,
          shippingFees: 0,
        })
      else if (isFree.test(shippingMethod)) expect(shippingFees).toBe(0)
      else {
        const [, method] = shippingMethods.find(([, { name }]) => name === shippingMethod)!
        const { countryCondition, rates, onOrderTotalAbove } = method
        expect(countryCondition.map(({ countryCode }) => countryCode)).toContain(shippingAddress.country)
        expect(itemsTotal - rebateAmount).toBeGreaterThanOrEqual(onOrderTotalAbove ?? 0)
        const inRange = rates.filter(
          ({ weight }) => totalWeight >= (weight?.from ?? 0) && totalWeight <= (weight?.to ?? 0),
        )
        expect(inRange.map(({ cost }) => cost)).toEqual([shippingFees])
      }
      expect(totalWeight).toBe(sum(items.map((item: any) => item.totalWeight)))
      if (subscriptionId) expect(shippingFees).toBe(0)
    }
    const methods = new Set(orders.map(({ shippingMethod }) => shippingMethod))
    for (const [, { name }] of shippingMethods) expect(methods).toContain(name)
    const feesTo = (country: string) =>
      shippingMethods.flatMap(([, { name, countryCondition, rates }]) =>
        name.startsWith('Letter') && countryCondition.some(({ countryCode }) => countryCode === country)
          ? rates.map(({ cost }) => cost)
          : [],
      )
    expect([feesTo('DE'), feesTo('FR'), feesTo('US')].map(([fee]) => fee)).toEqual([1.8, 3.7, 6.9])
  })

  test('tells where what was sent is, with numbers as carriers give them', () => {
    for (const order of orders.filter(({ token }) => token !== sampleOrder.token)) {
      const { trackingNumber = null, trackingUrl = null } = order
      expect(trackingNumber !== null, order.token).toBe(wasSent(order))
      if (!trackingNumber) continue
      expect(trackingUrl).toBe(`https://parcels.example.com/${trackingNumber}`)
      expect(hasRightCheckDigit(trackingNumber), trackingNumber).toBe(true)
    }
    const numbers = orders.flatMap(({ trackingNumber }) => trackingNumber ?? [])
    expect(new Set(numbers).size).toBe(numbers.length)
    expect(new Set(numbers.map(number => number.slice(0, 2)))).toEqual(new Set(['00', 'RR', 'CY']))
  })

  test('sends one order in six elsewhere, some to another city and some to another country', () => {
    const elsewhere = orders.filter(({ billingAddress, shippingAddress }) =>
      ['address1', 'city'].some(part => billingAddress[part] !== shippingAddress[part]),
    )
    for (const order of orders) expect(order.shippingAddressSameAsBilling).toBe(!elsewhere.includes(order))
    expect(elsewhere.length).toBeGreaterThan(35)
    expect(elsewhere.length).toBeLessThan(65)
    const ways = ['name', 'city', 'country'].map(part =>
      elsewhere.filter(order => order.billingAddress[part] !== order.shippingAddress[part]),
    )
    for (const way of ways) expect(way.length).toBeGreaterThan(5)
    expect(ways[2]!.length).toBeLessThan(25)
    expect(orders.filter(({ metadata }) => metadata).length).toBeGreaterThan(10)
  })

  test('rings people up where they live', () => {
    const prefixes = new Map<string, Set<string>>()
    for (const { billingAddress, shippingAddress } of orders.slice(1))
      for (const { city, phone } of [billingAddress, shippingAddress])
        prefixes.set(city, (prefixes.get(city) ?? new Set()).add(phone.split(' 5550')[0]))
    expect([...prefixes].filter(([, { size }]) => size !== 1)).toEqual([])
    const known = Object.fromEntries([...prefixes].map(([city, [prefix]]) => [city, prefix]))
    expect(known).toMatchObject({ Berlin: '+49 30', Hamburg: '+49 40', München: '+49 89', Graz: '+43 316' })
    expect(new Set(Object.values(known)).size).toBe(Object.keys(known).length)
  })

  test('makes an order of every payment of a subscription, the first of them by hand', () => {
    const invoices = contentsOf('subscription.invoice.created').slice(1)
    const recurring = orders.filter(({ isRecurringOrder }) => isRecurringOrder)
    expect(recurring.length).toBeGreaterThan(15)
    expect(recurring.length).toBe(invoices.length - contentsOf('subscription.created').length + 1)
    for (const { orderToken, number, total, subscriptionId } of invoices) {
      const order = orders.find(({ token }) => token === orderToken)
      expect(order).toMatchObject({ invoiceNumber: number, finalGrandTotal: total })
      const { user, amount, initialOrderToken } = contentsOf('subscription.created').find(
        ({ id }) => id === subscriptionId,
      )
      expect(order).toMatchObject({ email: user.email, itemsTotal: amount })
      const isFirst = orderToken === initialOrderToken
      expect(order).toMatchObject({
        isRecurringOrder: !isFirst,
        subscriptionId: isFirst ? null : subscriptionId,
      })
    }
  })

  test('lets files be fetched as often and as long as allowed, by those who paid', () => {
    const fetched = new Map<string, number>()
    for (const { createdOn, content } of events.filter(({ eventName }) => eventName.endsWith('downloaded'))) {
      const { orderToken, fileGuid } = content
      const order = orders.find(({ token }) => token === orderToken)
      const { daysUntilExpire } = order.items.find((item: any) => item.fileGuid === fileGuid)
      expect(Date.parse(createdOn) - Date.parse(order.creationDate)).toBeLessThan(
        (daysUntilExpire ?? 9e9) * day,
      )
      expect(order.invoiceNumber).not.toBe(null)
      fetched.set(orderToken + fileGuid, (fetched.get(orderToken + fileGuid) ?? 0) + 1)
    }
    const goods = orders.flatMap(({ token, creationDate, items }) =>
      items
        .filter(({ fileGuid }: any) => fileGuid)
        .map(({ fileGuid, maxNbrDownload, daysUntilExpire }: any) => {
          const times = fetched.get(token + fileGuid) ?? 0
          expect(times).toBeLessThanOrEqual(maxNbrDownload)
          const isExpired =
            daysUntilExpire !== null && today - Date.parse(creationDate) > daysUntilExpire * day
          return isExpired ? 'expired' : times === maxNbrDownload ? 'used up' : 'valid'
        }),
    )
    for (const state of ['expired', 'used up', 'valid'])
      expect(goods.filter(good => good === state).length, state).toBeGreaterThan(2)
  })

  test.each(moments)('carts are as old at %d as at any other moment', now => {
    const ages = cartsAt(now).map(({ createdOn }) => (now - Date.parse(createdOn)) / hour)
    const bounds = [0, 4, 24, 7 * 24, 30 * 24, 365 * 24]
    for (const [number, from] of bounds.slice(0, -1).entries()) {
      const within = ages.filter(age => age > from && age < bounds[number + 1]! - 0.2)
      expect(within.length, `older than ${from} hours`).toBeGreaterThan(1)
    }
    expect(ages.every(age => age > 0)).toBe(true)
    expect(cartsAt(now).map(({ content }) => content.token)).toEqual(
      cartsAt(today).map(({ content }) => content.token),
    )
  })

  test('tells the taxes of carts in one shape', () => {
    const [sample] = sampleCart.summary.taxes
    const taxes = carts.flatMap(({ summary }) => summary.taxes)
    expect(new Set(taxes.map(tax => Object.keys(tax).toSorted().join()))).toEqual(
      new Set([Object.keys(sample).toSorted().join()]),
    )
  })
})

describe('in a table of its own', () => {
  const directory = mkdtempSync(join(tmpdir(), 'demo-'))
  const tenant = { account: 1001, mode: 'Test' } as const
  beforeAll(async () => {
    await createTable(inject('dynamodbEndpoint'), table, false)
    await ensureSamples(directory)
  })
  afterAll(() => rmSync(directory, { recursive: true }))

  test('the documentation shows what the demo store answers', async () => {
    const { body: order } = await call('orders.update', tenant, sampleCall('orders.update'))
    expect({ ...order, modificationDate: orderExample.modificationDate }).toEqual(orderExample)
    const { body: customer } = await call('customers.get', tenant, sampleCall('customers.get'))
    expect({ ...customer, statistics: customerExample.statistics }).toEqual(customerExample)
    expect(customerExample.statistics.ordersAmount).toBe(orderExample.finalGrandTotal)
    vi.useFakeTimers({ toFake: ['Date'], now: today })
    const [{ body: cart }, { body: found }] = [
      await call('carts.get', tenant, sampleCall('carts.get')),
      await call('carts.list', tenant, sampleCall('carts.list')),
    ]
    vi.useRealTimers()
    expect(cart).toEqual(cartExample)
    expect(found.items[0]).toEqual(cartExample)
  })

  test('what is made again is made once', async () => {
    const [one, other] = [await ensureDemo(directory), await ensureDemo(directory)]
    expect(other).toEqual({ ...one, liveKey: null })
    expect(await accounts.list()).toHaveLength(1)
  })

  test('a filling that was stopped is finished by the next one, and not begun a third time', async () => {
    const begun = 'The demo store is being filled in the background.'
    const lines: string[] = []
    const wish = { state: directory, built: false, most: 160, print: (line: string) => lines.push(line) }
    const isDone = () => existsSync(join(directory, 'demo-filled'))
    const stop = fillDemo(wish)
    const [first] = demoEvents.filter(({ eventName }) => eventName === 'order.completed') as any[]
    const wasTaken = async () => (await call('orders.get', tenant, { params: first.content })).status === 200
    await expect.poll(wasTaken, { timeout: 120_000 }).toBe(true)
    await stop()
    expect({ lines, done: isDone() }).toEqual({ lines: [begun], done: false })

    const stopAgain = fillDemo(wish)
    await expect.poll(() => lines.length, { timeout: 250_000 }).toBe(3)
    expect(isDone()).toBe(true)
    await stopAgain()
    expect(lines).toEqual([
      begun,
      begun,
      expect.stringMatching(/^Demo store filled: \d+ orders and \d+ open carts in \d+ s\.$/),
    ])
    const last = demoEvents.slice(0, 100).findLast(({ eventName }) => eventName === 'order.completed') as any
    expect((await call('orders.get', tenant, { params: last.content })).body).toMatchObject({
      finalGrandTotal: last.content.finalGrandTotal,
    })

    const before = readFileSync(join(directory, 'api.log'), 'utf8')
    await fillDemo(wish)()
    expect({ lines: lines.length, log: readFileSync(join(directory, 'api.log'), 'utf8') }).toEqual({
      lines: 3,
      log: before,
    })
  }, 300_000)
})

import { randomBytes } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { client } from '../../lib/store/client.ts'
import { address, completeOrder, item, sendEvent, shownAddress } from '../support/checkout.ts'
import { newTenant } from '../support/store.ts'
import { get, list, unknownToken } from './calls.ts'

const name = 'meter'
afterEach(() => {
  client.middlewareStack.remove(name)
})

/** Returns a list to which the read units of each request are added. */
function meter() {
  const reads: { command: string; units: number | undefined }[] = []
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      async args => {
        Object.assign(args.input, { ReturnConsumedCapacity: 'TOTAL' })
        const reply = await next(args)
        const { ConsumedCapacity } = reply.output as { ConsumedCapacity?: { CapacityUnits?: number } }
        reads.push({ command: commandName, units: ConsumedCapacity?.CapacityUnits })
        return reply
      },
    { name, step: 'initialize', priority: 'high' },
  )
  return reads
}

test('returns an order with all fields', async () => {
  const tenant = await newTenant()
  const line = item({
    id: 'TEE-BLACK',
    name: 'Classic tee',
    price: 9.99,
    quantity: 3,
    description: 'Black',
    image: '/t.jpg',
    shippable: true,
    taxable: true,
    taxes: ['VAT'],
    categories: ['Tees'],
    width: 10,
    metadata: { season: 'autumn' },
    maxQuantity: 5.9,
    totalWeight: 600,
    customFields: [{ name: 'Size', type: 'dropdown', value: 'XS' }],
  })
  const token = await completeOrder(tenant, {
    invoiceNumber: 'INV-7',
    cardHolderName: 'JANE DOE',
    creditCardLast4Digits: '4242',
    notes: 'Ring twice',
    finalGrandTotal: 34.26,
    grandTotal: '34.26',
    subtotal: 29.97,
    itemsTotal: 29.97,
    savedAmount: 3.3,
    totalRebateRate: 0,
    totalWeight: 600,
    shippingFees: 4.29,
    shippingMethod: 'Parcel',
    willBePaidLater: true,
    modificationDate: '2026-08-30T18:17:30Z',
    shippingAddress: address({ name: 'Mill', city: 'Köln', company: 'Mill Ltd' }),
    shippingAddressSameAsBilling: false,
    items: [line],
    taxes: [{ name: 'VAT', rate: 0.19, amount: 5.47 }],
    discounts: [{ id: 'D1', code: 'AUTUMN', name: 'Autumn', type: 'Rate', rate: 10 }],
    customFields: [{ name: 'Gift', value: 'yes' }],
    isRecurringOrder: true,
    subscriptionId: 'sub-1',
    paymentTransactionId: 'pi_1',
    trackingNumber: 'T1',
    trackingUrl: 'https://parcels.example.com/T1',
    metadata: { a: [1] },
  })
  const { status, headers, body } = await get(tenant, token)
  const addresses = {
    ...shownAddress('billing'),
    ...shownAddress('shipping', { name: 'Mill', city: 'Köln', company: 'Mill Ltd' }),
  }
  const tax = { includedInPrice: false, appliesOnShipping: false, discountInducedAmountVariation: 0 }
  expect({ status, body }).toEqual({
    status: 200,
    body: {
      token,
      mode: 'Test',
      lang: '',
      cardType: '',
      paymentGatewayUsed: '',
      paymentDetails: null,
      shippingProvider: null,
      shippingRateUserDefinedId: null,
      parentToken: null,
      hasSubscriptions: true,
      itemsCount: 3,
      numberOfItemsInOrder: 1,
      baseTotal: 34.26,
      taxableTotal: 29.97,
      summary: {
        subtotal: 29.97,
        taxableTotal: 29.97,
        total: 34.26,
        payableNow: 34.26,
        adjustedTotal: 34.26,
        paymentMethod: 'CreditCard',
        taxes: [{ name: 'VAT', rate: 0.19, amount: 5.47, numberForInvoice: '', ...tax }],
      },
      creationDate: '2026-08-30T18:16:58.000Z',
      modificationDate: '2026-08-30T18:17:30.000Z',
      completionDate: '2026-08-30T18:17:30.000Z',
      status: 'Processed',
      paymentStatus: 'Paid',
      paymentMethod: 'CreditCard',
      invoiceNumber: 'INV-7',
      email: 'jane.doe@example.com',
      cardHolderName: 'JANE DOE',
      creditCardLast4Digits: '4242',
      currency: 'eur',
      notes: 'Ring twice',
      ...addresses,
      user: {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        email: 'jane.doe@example.com',
        billingAddress: addresses.billingAddress,
        shippingAddress: addresses.shippingAddress,
      },
      userId: body.user.id,
      shippingAddressSameAsBilling: false,
      finalGrandTotal: 34.26,
      grandTotal: 34.26,
      subtotal: 29.97,
      adjustedAmount: 34.26,
      capturedAmount: null,
      refunds: [],
      refundsAmount: 0,
      total: 34.26,
      taxesTotal: 5.47,
      rebateAmount: 3.3,
      savedAmount: 3.3,
      itemsTotal: 29.97,
      totalRebateRate: 0,
      totalWeight: 600,
      shippingFees: 4.29,
      shippingMethod: 'Parcel',
      items: [
        {
          token,
          duplicatable: false,
          minQuantity: null,
          hasTaxesIncluded: false,
          totalPriceWithoutTaxes: 29.97,
          addedOn: '2026-08-30T18:16:58.000Z',
          modificationDate: '2026-08-30T18:16:58.000Z',
          uniqueId: line.uniqueId,
          id: 'TEE-BLACK',
          name: 'Classic tee',
          price: 9.99,
          quantity: 3,
          url: '/products/tee',
          weight: 200,
          description: 'Black',
          image: '/t.jpg',
          stackable: true,
          customFieldsJson: '[{"name":"Size","value":"XS"}]',
          maxQuantity: 5,
          totalPrice: 29.97,
          totalWeight: 600,
          unitPrice: 9.99,
          shippable: true,
          taxable: true,
          customFields: [
            {
              name: 'Size',
              value: 'XS',
              type: 'dropdown',
              options: '',
              required: false,
              displayValue: '',
              operation: null,
              optionsArray: null,
            },
          ],
          taxes: ['VAT'],
          categories: ['Tees'],
          width: 10,
          height: null,
          length: null,
          fileGuid: null,
          metadata: { season: 'autumn' },
        },
      ],
      taxes: [{ taxName: 'VAT', taxRate: 0.19, amount: 5.47, numberForInvoice: '', ...tax }],
      discounts: [
        {
          id: 'D1',
          discountId: null,
          code: 'AUTUMN',
          name: 'Autumn',
          type: 'Rate',
          rate: 10,
          trigger: null,
          amount: null,
          amountSaved: null,
          combinable: null,
          hasSavedAmount: null,
        },
      ],
      promocodes: [{ code: 'AUTUMN', name: 'Autumn', type: 'Rate', rate: 10 }],
      hasPromocode: true,
      willBePaidLater: true,
      customFieldsJson: '[{"name":"Gift","value":"yes"}]',
      customFields: [{ name: 'Gift', value: 'yes' }],
      isRecurringOrder: true,
      subscriptionId: 'sub-1',
      paymentTransactionId: 'pi_1',
      metadata: { a: [1] },
      trackingNumber: 'T1',
      trackingUrl: 'https://parcels.example.com/T1',
      hasPendingWithdrawal: false,
      withdrawals: [],
    },
  })
  expect(headers.ETag).toMatch(/^"[\w-]{22}"$/)
})

test('returns defaults for fields that the checkout did not send', async () => {
  const tenant = await newTenant()
  const token = crypto.randomUUID()
  await sendEvent(tenant, 'order.completed', { token }, { createdOn: '2026-08-30T18:17:32.8065916Z' })
  expect((await get(tenant, token)).body).toMatchObject({
    creationDate: '2026-08-30T18:17:32.806Z',
    modificationDate: '2026-08-30T18:17:32.806Z',
    completionDate: '2026-08-30T18:17:32.806Z',
    status: 'Processed',
    paymentStatus: null,
    email: '',
    items: [],
    taxes: [],
    billingAddressName: '',
    shippingAddressCity: '',
    finalGrandTotal: 0,
    metadata: null,
    user: null,
    paymentMethod: '',
    grandTotal: 0,
    rebateAmount: 0,
    shippingFees: 0,
    trackingNumber: '',
    notes: null,
    discounts: [],
    promocodes: [],
    hasPromocode: false,
  })
})

test.each([
  ['the order', { creationDate: '2026-08-30T18:16:58Z' }, '2026-08-30T18:16:58.000Z'],
  ['the event, if the order has none', { creationDate: null }, '2026-08-30T18:17:32.806Z'],
])('the completion date that the checkout did not send is that of %s', async (_, date, expected) => {
  const tenant = await newTenant()
  const fields = { ...date, completionDate: null }
  const token = await completeOrder(tenant, fields, { createdOn: '2026-08-30T18:17:32.8065916Z' })
  expect((await get(tenant, token)).body.completionDate).toBe(expected)
  expect((await list(tenant)).body.items).toMatchObject([{ completionDate: expected }])
})

test('adds up the items and the taxes if the checkout did not send their totals', async () => {
  const tenant = await newTenant()
  const token = await completeOrder(tenant, {
    items: [item({ id: 'TEE', price: 19.99, quantity: 2 }), item({ id: 'MUG', price: 10, totalPrice: 8 })],
    itemsTotal: undefined,
    taxes: [{ name: 'VAT', amount: 1.1 }, { name: 'Eco', amount: 2.2 }, { name: 'None' }],
  })
  expect((await get(tenant, token)).body).toMatchObject({ itemsTotal: 47.98, taxesTotal: 3.3 })
})

test('finds an order by its token in any case', async () => {
  const tenant = await newTenant()
  const token = await completeOrder(tenant)
  expect((await get(tenant, token.toUpperCase())).body.token).toBe(token)
})

test('explains how to find an order when it is requested by its invoice number', async () => {
  const tenant = await newTenant()
  await completeOrder(tenant, { invoiceNumber: 'INV 7&8' })
  const { status, body } = await get(tenant, 'INV 7&8')
  expect(status).toBe(404)
  expect(body).toMatchObject({
    code: 'not_found',
    detail: 'No order has this token. GET /orders?invoiceNumber=INV%207%268 finds an order by its invoice number.',
  })
  const found = await list(tenant, { invoiceNumber: 'INV 7&8' })
  expect(found.body.items).toHaveLength(1)
  expect((await get(tenant, unknownToken)).body.detail).toBe('The object does not exist.')
})

test('returns 404 until the order is completed, even if other events arrive before', async () => {
  const tenant = await newTenant()
  const token = crypto.randomUUID()
  await sendEvent(tenant, 'order.status.changed', { token, status: 'Shipped' })
  expect((await get(tenant, token)).status).toBe(404)
  await completeOrder(tenant, { token }, { createdOn: '2026-01-01T00:00:00Z' })
  expect((await get(tenant, token)).body).toMatchObject({ status: 'Shipped', paymentStatus: 'Paid' })
})

test.each([
  ['a few kilobytes', 2_000, 0.5],
  ['five', 5_000, 1],
  ['a hundred', 100_000, 12.5],
])('reads an order of %s with one request, at half a unit per 4 KB', async (_, size, units) => {
  const tenant = await newTenant()
  const notes = randomBytes(size)
    .toString('base64')
    .slice(0, size - 2_000)
  const token = await completeOrder(tenant, { notes })
  const reads = meter()
  await get(tenant, token)
  expect(reads).toEqual([{ command: 'GetItemCommand', units }])
})

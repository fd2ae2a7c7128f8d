/** Creates a store in which two customers have left data in many kinds of rows. */

import { randomUUID } from 'node:crypto'
import { vi } from 'vitest'
import { eraseCustomer } from '../../lib/account-data/index.ts'
import * as accounts from '../../lib/accounts/index.ts'
import { storedReplyEndpointNames } from '../../lib/api.ts'
import { Problem } from '../../lib/core/problem.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import * as domains from '../../lib/domains/index.ts'
import { problemReply } from '../../lib/http/reply.ts'
import * as keys from '../../lib/keys/index.ts'
import type { WalkPosition } from '../../lib/store/walk-store-rows.ts'
import { createSession, register } from '../customers/calls.ts'
import { v1Invoice, v1Subscription } from '../subscriptions/calls.ts'
import { address, cart, completeOrder, type Envelope, item, sendEvent, withdrawal } from '../support/checkout.ts'
import { refund } from '../support/payments.ts'
import { kindOf, type RawRow, textOf } from '../support/raw-rows.ts'
import { call, newTenant } from '../support/store.ts'
import { updateAllTallies } from '../support/stream-worker.ts'

export const jane = {
  email: 'Janeth@Doughty.example',
  address: address({
    firstName: 'Janeth',
    name: 'Doughty',
    company: 'Quincework',
    address1: '7 Quince Lane',
    city: 'Quinceville',
    postalCode: '99871',
    phone: '0151-5550123',
    country: 'DE',
    province: 'HB',
  }),
}
const john = { email: 'john@other.example', address: address({ firstName: 'John', name: 'Other' }) }

/** Personal texts in lower case. After the erasure, no row may contain them, except as `isOfProduct` allows. */
const personalTexts = [
  'janeth@doughty',
  'janeth',
  'doughty',
  'quince',
  '99871',
  '5550123',
  '4242',
  'a note for the courier',
  'for my niece',
  'she says it broke',
  'meta-personal',
  'track-personal',
]

const cardholder = { cardHolderName: 'JANETH DOUGHTY', creditCardLast4Digits: '4242' }

const engraving = { name: 'Engraving', value: 'For my niece', displayValue: 'For my niece' }
const personalItem = () => item({ customFields: [engraving], metadata: { key: 'meta-personal' } })

const orderOf = ({ email, address: billingAddress }: typeof jane, fields: object = {}) => ({
  email,
  billingAddress,
  paymentTransactionId: `pi_${randomUUID()}_paid`,
  ...cardholder,
  notes: 'A note for the courier',
  metadata: { key: 'meta-personal' },
  trackingNumber: 'track-personal',
  trackingUrl: 'https://post.example/track-personal',
  cardType: 'Visa 4242',
  paymentDetails: { display: 'Visa 4242', instructions: 'For my niece' },
  user: { email, billingAddress: { ...billingAddress, address1: '9 Quince Lane' } },
  customFields: [{ name: 'Greeting', value: 'For my niece' }],
  items: [personalItem()],
  ...fields,
})

export const ordersOfJane = (tenant: Tenant, fields: object = {}) => completeOrder(tenant, orderOf(jane, fields))

/** Creates an order with a withdrawal and a refund. The API also stores the mail and the reply about the refund. */
async function refundedOrder(tenant: Tenant): Promise<string> {
  const token = await ordersOfJane(tenant, { finalGrandTotal: 100, grandTotal: 100 })
  await sendEvent(tenant, 'order.withdrawal.created', withdrawal(token, { customerName: 'Janeth Doughty' }))
  const body = { amount: 10, comment: 'She says it broke', notifyCustomer: true }
  await refund(tenant, token, body, { headers: { 'Idempotency-Key': 'refund-of-jane' } })
  return token
}

/** Creates a subscription, and cancels it unless `isOpen` is true. */
export async function subscribe(tenant: Tenant, isOpen = false, envelope: Partial<Envelope> = {}): Promise<string> {
  const user = { id: randomUUID(), email: jane.email, billingAddress: jane.address }
  const content = v1Subscription({ user, metadata: { key: 'meta-personal' } })
  await sendEvent(tenant, 'subscription.created', content, envelope)
  await sendEvent(tenant, 'subscription.invoice.created', v1Invoice(content.id), envelope)
  if (!isOpen) await sendEvent(tenant, 'subscription.cancelled', content, envelope)
  return content.id
}

async function configure(tenant: Tenant): Promise<void> {
  await accounts.update(tenant.account, { mailFrom: 'shop@tea.example' })
  await domains.update(tenant, { defaultDomain: { domain: 'tea.example', protocol: 'HTTPS' } })
  await keys.issue(tenant)
  const rates = [{ cost: 5 }]
  await call('shipping.create', tenant, { body: { name: 'Parcel', rates }, headers: { 'Idempotency-Key': 's' } })
  const discount = { name: 'Ten', type: 'Rate', trigger: 'Code', code: 'TEN', rate: 10 }
  const created = await call('discounts.create', tenant, { body: discount })
  if (created.status >= 400) throw new Error(JSON.stringify(created.body))
}

export async function fill(tenant: Tenant) {
  await configure(tenant)
  await register(tenant, { email: john.email, billingAddress: john.address })
  await completeOrder(tenant, { ...john, billingAddress: john.address, paymentTransactionId: 'pi_john' })
  const id = await register(tenant, { email: jane.email, billingAddress: jane.address })
  const token = await refundedOrder(tenant)
  const guest = await ordersOfJane(tenant, { user: null })
  await sendEvent(tenant, 'order.digital.downloaded', { orderToken: token, fileGuid: randomUUID() })
  const cartToken = randomUUID()
  await sendEvent(
    tenant,
    'cart.updated',
    cart({ token: cartToken, email: jane.email, billingAddress: jane.address, items: [personalItem()] }),
  )
  const sessions = [await createSession(tenant, { email: jane.email }), await createSession(tenant, { customerId: id })]
  const subscription = await subscribe(tenant)
  await updateAllTallies(tenant)
  return { id, token, guest, cartToken, sessions, subscription }
}

export async function newShop() {
  const tenant = await newTenant()
  return { tenant, ...(await fill(tenant)) }
}

/**
 * Returns whether the text is the metadata of a product. After the erasure, a product keeps the metadata of its
 * newest item in an order or a cart, because this metadata describes the product.
 */
const isOfProduct = (row: RawRow, text: string) => text === 'meta-personal' && kindOf(row) === 'product'

/**
 * Returns whether the row contains the text. Digits inside a longer id do not count as the text, because an id may
 * contain these digits by chance.
 */
const isIn = (row: string, text: string) =>
  /^\d+$/.test(text) ? new RegExp(`(?<![\\da-f-])${text}(?![\\da-f-])`).test(row) : row.includes(text)

export const personalTextsIn = (row: RawRow): string[] =>
  personalTexts.filter(text => isIn(textOf(row), text) && !isOfProduct(row, text))

/**
 * Calls `run` with a function that sets the clock forward as soon as an erasure waits: for earlier requests and events,
 * or for totals that no stream worker counts in this test.
 */
export async function withoutWaiting<T>(run: (onProgress: (text: string) => void) => Promise<T>): Promise<T> {
  try {
    return await run(text => {
      if (text.startsWith('waiting')) vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 120_000 })
    })
  } finally {
    vi.useRealTimers()
  }
}

/** Replaces stored replies in tests as the command does. */
export const replacement = JSON.stringify(problemReply(new Problem('not_found'), 'erased'))

/**
 * Erases a customer. When the erasure waits for the totals, the stream worker counts them. When it waits for anything
 * else, the clock is set forward.
 */
export const erase = (tenant: Tenant, email = jane.email, options: Partial<Parameters<typeof eraseCustomer>[1]> = {}) =>
  withoutWaiting(letTimePass => {
    let isCounting = false
    const onProgress = (text: string, next?: WalkPosition) => {
      options.onProgress?.(text, next)
      if (!text.includes('totals')) letTimePass(text)
      else if (!isCounting) void updateAllTallies(tenant)
      isCounting ||= text.includes('totals')
    }
    const replies = { endpoints: storedReplyEndpointNames, replacement }
    return eraseCustomer(tenant, { ...options, email, replies, onProgress })
  })

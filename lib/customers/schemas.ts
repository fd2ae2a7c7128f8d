/** The customer as callers see it, in its flat and its nested form, and what they ask and send. */

import * as z from 'zod'
import { Address, addressObject, flatAddressFields } from '../core/address.ts'
import { email } from '../core/email.ts'
import { choice, dateTime, dateTimeEnd, guid, integer, text } from '../core/fields.ts'
import { PageQuery, pageSchema } from '../core/page.ts'
import { modes } from '../core/tenant.ts'
import { example, nested } from './example.ts'

export { example as customerExample } from './example.ts'

export const statuses = ['Unconfirmed', 'Confirmed'] as const
const orders = ['NbrOrders', 'OrdersValue', 'Date'] as const

const common = {
  id: guid,
  email: z.string(),
  mode: choice(modes),
  statistics: z.object({ ordersCount: z.int(), ordersAmount: z.number(), subscriptionsCount: z.int() }),
  creationDate: dateTime,
}

export const Customer = z
  .object({
    ...common,
    status: choice(statuses).describe('Confirmed has an account with a password.'),
    avatarUrl: z.string(),
    ...flatAddressFields('billingAddress'),
    ...flatAddressFields('shippingAddress'),
    shippingAddressSameAsBilling: z.boolean(),
    sessionToken: guid.nullable().describe('Told only to who asks with it, for the session; else null.'),
  })
  .meta({ id: 'Customer', examples: [example] })
export type Customer = z.output<typeof Customer>

export const CustomerPage = pageSchema(Customer, 'CustomerPage')

export const NestedCustomer = z
  .object({
    ...common,
    avatarUrl: z.string(),
    confirmed: z.boolean(),
    billingAddress: Address,
    shippingAddress: Address,
  })
  .meta({ id: 'NestedCustomer', examples: [nested] })
export type NestedCustomer = z.output<typeof NestedCustomer>

export const CustomerId = z.object({ id: guid })

export const CustomerQuery = PageQuery.extend({
  status: choice(statuses).optional().describe('Confirmed: registered. Unconfirmed: a guest so far.'),
  email: text(500).optional().describe('Exactly, in either case.'),
  name: text(500).optional().describe('A part of billing first name and name (Jane Doe), in either case.'),
  from: dateTime.optional().describe('Created at this time or later; a date alone means its beginning.'),
  to: dateTimeEnd.optional().describe('Created at this time or earlier; a date alone means its end.'),
  orderBy: choice(orders).prefault('NbrOrders').describe('The most, the highest or the newest first.'),
})
export type CustomerQuery = z.output<typeof CustomerQuery>

/** No more of them than the link to the next stretch says. */
export const OrdersQuery = z.object({
  offset: integer()
    .prefault(0)
    .describe('How many to pass over: the `next` link of the reply before says it.'),
})
export type OrdersQuery = z.output<typeof OrdersQuery>

const line = text(1000).nullable().prefault(null)
const NewAddress = addressObject(line).meta({ id: 'NewAddress' })

export const CustomerChange = z
  .object({
    email: email(),
    billingAddress: NewAddress.nullish().describe(
      'Takes the place of the whole address; not sent, it stays.',
    ),
    shippingAddress: NewAddress.nullish().describe(
      'Takes the place of the whole address; not sent, it stays.',
    ),
    cartToken: guid.nullish().describe('An open cart that takes on the e-mail and the addresses.'),
  })
  .meta({ id: 'CustomerChange' })
export type CustomerChange = z.output<typeof CustomerChange>

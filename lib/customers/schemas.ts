/** The two representations of a customer in the API, and the schemas of the requests. */

import * as z from 'zod'
import { Address, addressSchema, flatAddressShape } from '../core/address.ts'
import { email } from '../core/email.ts'
import { caseInsensitiveEnum, dateTime, guid, integer, optionalFilter, text } from '../core/fields.ts'
import { PageQuery, pageSchema, periodParameters } from '../core/paging.ts'
import { modes } from '../core/tenant.ts'

export const statuses = ['Unconfirmed', 'Confirmed'] as const
const orders = ['NbrOrders', 'OrdersValue', 'Date'] as const

const common = {
  id: guid,
  email: z.string(),
  mode: caseInsensitiveEnum(modes),
  statistics: z
    .object({ ordersCount: z.int(), ordersAmount: z.number(), subscriptionsCount: z.int() })
    .describe(
      '`ordersAmount` adds up the orders in the currency of the account, paid or not, before refunds. A sum of more than 15 digits is rounded to double precision. `subscriptionsCount` leaves out those that have ended.',
    ),
  creationDate: dateTime,
  avatarUrl: z.string(),
  gravatarUrl: z.string().describe('The same as `avatarUrl`.'),
  billingAddress: Address,
  shippingAddress: Address,
}

export const Customer = z
  .object({
    ...common,
    status: caseInsensitiveEnum(statuses).describe(
      '`Confirmed` if the customer has registered, `Unconfirmed` for a guest.',
    ),
    ...flatAddressShape('billingAddress'),
    ...flatAddressShape('shippingAddress'),
    shippingAddressSameAsBilling: z.boolean(),
    sessionToken: guid
      .nullable()
      .describe('Set only when the customer is returned as part of a session; otherwise null.'),
  })
  .meta({ id: 'Customer' })
export type Customer = z.output<typeof Customer>

export const CustomerPage = pageSchema(Customer, 'CustomerPage')

export const NestedCustomer = z.object({ ...common, confirmed: z.boolean() }).meta({ id: 'NestedCustomer' })
export type NestedCustomer = z.output<typeof NestedCustomer>

export const CustomerParams = z.object({ id: guid.brand<'CustomerId'>() })

export const CustomerQuery = PageQuery.extend({
  status: optionalFilter(caseInsensitiveEnum(statuses)).describe(
    '`Confirmed`: has registered. `Unconfirmed`: a guest.',
  ),
  email: text(500).optional().describe('Exact match, case-insensitive.'),
  name: text(500)
    .optional()
    .describe('Matches any part of the billing first and last name, such as `Jane Doe`. Case-insensitive.'),
  ...periodParameters('Created'),
  orderBy: caseInsensitiveEnum(orders)
    .prefault('NbrOrders')
    .describe('Sort order, descending: number of orders, amount of orders, or creation date.'),
})
export type CustomerQuery = z.output<typeof CustomerQuery>

export const OrdersQuery = z.object({
  offset: integer()
    .prefault(0)
    .describe('Orders to skip. Use the `next` URL of the `Link` header to get the next page.'),
})
export type OrdersQuery = z.output<typeof OrdersQuery>

const line = text(1000).nullable().prefault(null)
const NewAddress = addressSchema(line).meta({ id: 'NewAddress' })
const replaces = 'Replaces the whole address. If absent or null, the address stays as it is.'

export const CustomerChange = z
  .object({
    email: email(),
    billingAddress: NewAddress.nullish().describe(replaces),
    shippingAddress: NewAddress.nullish().describe(replaces),
    cartToken: guid
      .brand<'OrderToken'>()
      .nullish()
      .describe('An open cart that gets the same e-mail address and addresses.'),
  })
  .meta({ id: 'CustomerChange' })
export type CustomerChange = z.output<typeof CustomerChange>

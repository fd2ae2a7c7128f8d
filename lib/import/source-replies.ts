/** Defines the replies that an import reads from the other server (the source), and the result of an import. */

import type { ChangeResult } from '../store/change.ts'

/** The kinds of objects, in the order in which they are imported. */
export const importKinds = [
  'domains',
  'shippingMethods',
  'products',
  'discounts',
  'customers',
  'orders',
  'subscriptions',
  'carts',
] as const
export type ImportKind = (typeof importKinds)[number]

/** The replies about one object, by the kind of the object. */
export interface SourceReplies {
  /** All domains of a store are imported as one object. */
  domains: { defaultDomain: unknown; allowedDomains: unknown }
  shippingMethods: { method: unknown }
  products: { product: unknown }
  discounts: { discount: unknown }
  /** The reply to `GET /customers/{id}`, or an item of the reply to `GET /customers`. Both have the same fields. */
  customers: { customer: unknown }
  /** The replies to `GET /orders/{token}`, `GET /orders/{token}/refunds` and `GET /orders/{token}/digital`. */
  orders: { order: unknown; refunds: unknown; digitalGoods: unknown }
  /**
   * `summary` is an item of the reply to `GET /dashboard/subscriptions`, and `details` is the reply to `GET
   * /dashboard/subscriptions/{id}`. `legacy` is the reply to `GET /subscriptions/{id}`, which exists only for
   * subscriptions of the V1 engine.
   */
  subscriptions: { summary: unknown; details: unknown; legacy: unknown; invoices: unknown }
  carts: { cart: unknown }
}

export interface ImportResult {
  id: string
  result: ChangeResult
  /** Present if the personal data of the object was erased in this store, and so is not imported. */
  isErased?: true
}

export interface ImportOptions {
  /** True if the stock at the source replaces any stock of a product. */
  overwriteStock?: boolean
}

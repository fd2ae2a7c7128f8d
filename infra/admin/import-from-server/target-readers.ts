/**
 * Reads imported objects as the API of this store returns them, so that they can be compared with the objects on the
 * source server.
 */

import * as z from 'zod'
import * as carts from '../../../lib/carts/index.ts'
import { Cart, CartParams, CartQuery } from '../../../lib/carts/schemas.ts'
import { isObject } from '../../../lib/core/json.ts'
import type { Slice } from '../../../lib/core/paging.ts'
import { Problem } from '../../../lib/core/problem.ts'
import type { Tenant } from '../../../lib/core/tenant.ts'
import * as customers from '../../../lib/customers/index.ts'
import { Customer, CustomerParams, CustomerQuery } from '../../../lib/customers/schemas.ts'
import * as discounts from '../../../lib/discounts/index.ts'
import { Discount } from '../../../lib/discounts/schemas.ts'
import * as domains from '../../../lib/domains/index.ts'
import { AllowedDomains, Domain } from '../../../lib/domains/schemas.ts'
import { convertDomains, type ImportKind, type SourceReplies } from '../../../lib/import/index.ts'
import * as orders from '../../../lib/orders/index.ts'
import { DigitalGood } from '../../../lib/orders/nested-schemas.ts'
import { Order, OrderParams, OrderQuery } from '../../../lib/orders/schemas.ts'
import * as products from '../../../lib/products/index.ts'
import { Product, ProductQuery } from '../../../lib/products/schemas.ts'
import * as refunds from '../../../lib/refunds/index.ts'
import { Refund } from '../../../lib/refunds/schemas.ts'
import * as shipping from '../../../lib/shipping/index.ts'
import { ShippingMethod } from '../../../lib/shipping/schemas.ts'
import * as subscriptions from '../../../lib/subscriptions/index.ts'
import {
  DashboardQuery,
  DashboardSubscription,
  DashboardSubscriptionDetails,
  Subscription,
  SubscriptionInvoice,
  SubscriptionParams,
} from '../../../lib/subscriptions/schemas.ts'

/**
 * The source may return an object in several representations, such as the summary and the details of a subscription.
 */
type Representations = Readonly<Record<string, unknown>>

interface TargetReader<K extends ImportKind> {
  /** The fields that the API returns for an object of this kind. */
  schema: z.ZodObject
  /**
   * Reads the object in the representations that the source has returned. Throws a Problem if this store does not have
   * the object.
   */
  read(tenant: Tenant, id: string, source: Representations): Promise<SourceReplies[K]>
  /** Returns the replies of the source in the form in which this API returns the same values. */
  convert?(source: SourceReplies[K]): SourceReplies[K]
  count(tenant: Tenant): Promise<number>
}

async function readOrder(tenant: Tenant, id: string): Promise<SourceReplies['orders']> {
  const { token } = OrderParams.parse({ token: id })
  const [order, refundList, digitalGoods] = await Promise.all([
    orders.get(tenant, token),
    refunds.list(tenant, token),
    orders.digital(tenant, token),
  ])
  return { order, refunds: refundList, digitalGoods }
}

async function readSubscription(
  tenant: Tenant,
  sentId: string,
  source: Representations,
): Promise<SourceReplies['subscriptions']> {
  const { id } = SubscriptionParams.parse({ id: sentId })
  const version = isObject(source.summary) && source.summary.featureVersion === 'V3' ? 'V3' : 'V1'
  const readInvoices = (offset: number) =>
    version === 'V1'
      ? subscriptions.invoices(tenant, id, { offset })
      : subscriptions.dashboardInvoices(tenant, id, { version, offset })
  return {
    summary: source.summary && (await findSummary(tenant, id, source.summary)),
    details: source.details && (await subscriptions.dashboardGet(tenant, id, { version })),
    legacy: source.legacy && (await subscriptions.get(tenant, id)),
    invoices: await readSlices(({ offset = '0' }) => readInvoices(Number(offset))),
  }
}

/**
 * No endpoint returns the summary of a single subscription. This function looks for the summary in the list of the
 * subscriptions with the same creation date.
 */
async function findSummary(tenant: Tenant, id: string, summary: unknown): Promise<DashboardSubscription | null> {
  const { creationDate } = isObject(summary) ? summary : {}
  const query = DashboardQuery.safeParse({ status: 'all', from: creationDate, to: creationDate, limit: 100 })
  if (!query.success) return null
  const { items } = await subscriptions.dashboardList(tenant, query.data)
  return items.find(item => item.id === id) ?? null
}

async function readSlices<T>(read: (query: Record<string, string>) => Promise<Slice<T>>): Promise<T[]> {
  const all: T[] = []
  for (let query: Record<string, string> | null = {}; query; ) {
    const { items, next }: Slice<T> = await read(query)
    all.push(...items)
    query = next
  }
  return all
}

async function readDomains(tenant: Tenant): Promise<SourceReplies['domains']> {
  return { defaultDomain: await domains.findDefault(tenant), allowedDomains: await domains.list(tenant) }
}

/** The list of carts has no total, so the carts are counted page by page. */
async function countCarts(tenant: Tenant): Promise<number> {
  let count = 0
  for (let continuationToken: string | null | undefined; continuationToken !== null; ) {
    const page = await carts.list(
      tenant,
      CartQuery.parse({ limit: 100, ...(continuationToken && { continuationToken }) }),
    )
    count += page.items.length
    continuationToken = page.continuationToken
  }
  return count
}

const totalOnly = { limit: 0 }

export const targetReaders: { [K in ImportKind]: TargetReader<K> } = {
  domains: {
    schema: z.object({ defaultDomain: Domain.nullable(), allowedDomains: AllowedDomains }),
    read: readDomains,
    convert: convertDomains,
    count: async () => 1,
  },
  shippingMethods: {
    schema: z.object({ method: ShippingMethod }),
    read: async (tenant, id) => ({ method: await shipping.get(tenant, id) }),
    count: async tenant => (await readSlices(query => shipping.list(tenant, query))).length,
  },
  products: {
    schema: z.object({ product: Product }),
    read: async (tenant, id) => ({ product: await products.get(tenant, id) }),
    count: async tenant =>
      (await products.list(tenant, ProductQuery.parse({ ...totalOnly, archived: true }))).totalItems,
  },
  discounts: {
    schema: z.object({ discount: Discount }),
    read: async (tenant, id) => ({ discount: await discounts.get(tenant, id) }),
    count: async tenant => (await readSlices(query => discounts.list(tenant, query))).length,
  },
  customers: {
    schema: z.object({ customer: Customer }),
    read: async (tenant, id) => ({ customer: await customers.get(tenant, CustomerParams.parse({ id }).id) }),
    count: async tenant => (await customers.list(tenant, CustomerQuery.parse(totalOnly))).totalItems,
  },
  orders: {
    schema: z.object({ order: Order, refunds: z.array(Refund), digitalGoods: z.array(DigitalGood) }),
    read: readOrder,
    count: async tenant => (await orders.list(tenant, OrderQuery.parse(totalOnly))).totalItems,
  },
  subscriptions: {
    schema: z.object({
      summary: DashboardSubscription,
      details: DashboardSubscriptionDetails,
      legacy: Subscription,
      invoices: z.array(SubscriptionInvoice),
    }),
    read: readSubscription,
    count: async tenant =>
      (await subscriptions.dashboardList(tenant, DashboardQuery.parse({ ...totalOnly, status: 'all' }))).totalItems,
  },
  carts: {
    schema: z.object({ cart: Cart }),
    read: async (tenant, id) => ({ cart: await carts.get(tenant, CartParams.parse({ token: id }).token) }),
    count: countCarts,
  },
}

/** Returns null if this store does not have the object, or if the id is invalid in this store. */
export async function findTargetReplies<K extends ImportKind>(
  kind: K,
  { tenant, id, source }: { tenant: Tenant; id: string; source: Representations },
): Promise<SourceReplies[K] | null> {
  try {
    return await targetReaders[kind].read(tenant, id, source)
  } catch (error) {
    const isMissing = error instanceof z.ZodError || (error instanceof Problem && error.code === 'not_found')
    if (isMissing) return null
    throw error
  }
}

/** Reads the objects of each kind from a source, which is any server with the same API. */

import { type Client, ProblemError, UnexpectedReplyError } from '../../../lib/client/index.ts'
import { isObject } from '../../../lib/core/json.ts'
import type { ImportKind, SourceReplies } from '../../../lib/import/index.ts'
import {
  type ListedObject,
  type Position,
  readOffsetPage,
  readTokenPage,
  readWholeList,
  type SourcePage,
} from './source-pages.ts'

interface Reader<K extends ImportKind> {
  list(shop: Client, position: Position): Promise<SourcePage>
  /** Returns all data of the source about an object; null if the object was removed after the list was read. */
  read(shop: Client, listed: ListedObject): Promise<SourceReplies[K] | null>
}

/** Returns the status of the source's reply; null for an error without a reply. */
export const statusOfError = (error: unknown): number | null =>
  error instanceof ProblemError || error instanceof UnexpectedReplyError ? error.status : null

/** Returns the result of the call, or `missing` if the source replies with 404. */
async function orIfMissing<T, U>(call: Promise<T>, missing: U): Promise<T | U> {
  try {
    return await call
  } catch (error) {
    if (statusOfError(error) === 404) return missing
    throw error
  }
}

const isEmptyArray = (value: unknown) => Array.isArray(value) && value.length === 0

/** If an order has no refunds, the request for its refunds can be skipped. */
const hasNoRefunds = (order: Record<string, unknown>) => isEmptyArray(order.refunds) && !order.refundsAmount

/**
 * If no item of an order has a file, the request for its digital goods can be skipped. The result is false if the
 * source does not return `fileGuid`.
 */
const hasNoFiles = ({ items }: Record<string, unknown>) =>
  Array.isArray(items) && items.every(item => isObject(item) && 'fileGuid' in item && !item.fileGuid)

async function readOrder(shop: Client, { id: token }: ListedObject): Promise<SourceReplies['orders'] | null> {
  const order: unknown = await orIfMissing(shop.orders.get({ token }), null)
  if (!isObject(order)) return null
  const refunds = hasNoRefunds(order) ? [] : await orIfMissing(shop.refunds.list({ token }), [])
  const digitalGoods = hasNoFiles(order) ? [] : await orIfMissing(shop.orders.digital({ token }), [])
  return { order, refunds, digitalGoods }
}

/**
 * Returns whether the source has turned off a feature. The source then replies with 403, 404 or 409. If the key lacks a
 * scope, the status is also 403, but the error code is `insufficient_scope`.
 */
const isFeatureOff = (error: unknown) => {
  const isForbiddenKey = error instanceof ProblemError && error.code === 'insufficient_scope'
  return !isForbiddenKey && [403, 404, 409].includes(statusOfError(error) ?? 0)
}

/**
 * Subscriptions have two lists. A position with this token is in the legacy list; a position without a token is in the
 * dashboard's list.
 */
const legacyList = 'legacy'

async function listSubscriptions(shop: Client, position: Position): Promise<SourcePage> {
  if (position.token === legacyList) return listLegacySubscriptions(shop, position)
  try {
    return await readOffsetPage(query => shop.subscriptions.dashboardList({ ...query, status: 'all' }), position)
  } catch (error) {
    if (position.offset > 0 || !isFeatureOff(error)) throw error
    return listLegacySubscriptions(shop, position)
  }
}

async function listLegacySubscriptions(shop: Client, position: Position): Promise<SourcePage> {
  const page = await readOffsetPage(query => shop.subscriptions.list(query), position)
  const note = 'The source has the dashboard of subscriptions turned off: only those of V1 could be read.'
  return { ...page, note, next: page.next && { ...page.next, token: legacyList } }
}

const isSummary = (item: unknown) => isObject(item) && 'featureVersion' in item
const isV3 = (item: unknown) => isObject(item) && String(item.featureVersion).toUpperCase() === 'V3'

async function readSubscription(
  shop: Client,
  { id, item }: ListedObject,
): Promise<SourceReplies['subscriptions'] | null> {
  if (isV3(item)) return readV3(shop, { id, item })
  const legacy = await orIfMissing(shop.subscriptions.get({ id }), null)
  const summary = isSummary(item) ? item : null
  const details = summary && (await orIfMissing(shop.subscriptions.dashboardGet({ id, version: 'V1' }), null))
  if (!legacy && !details) return null
  const invoices = await orIfMissing(shop.subscriptions.invoices.all({ id }).toArray(), [])
  return { summary, details, legacy, invoices }
}

async function readV3(shop: Client, { id, item }: ListedObject): Promise<SourceReplies['subscriptions'] | null> {
  const ofV3 = { id, version: 'V3' } as const
  const details = await orIfMissing(shop.subscriptions.dashboardGet(ofV3), null)
  if (!details) return null
  const invoices = await orIfMissing(shop.subscriptions.dashboardInvoices.all(ofV3).toArray(), [])
  return { summary: item, details, legacy: null, invoices }
}

/** The domains of a store are imported as one object. */
const domainsObject = { id: 'domains', item: null }

async function readDomains(shop: Client): Promise<SourceReplies['domains'] | null> {
  const defaultDomain = await orIfMissing(shop.domains.get(), null)
  const allowedDomains = await orIfMissing(shop.domains.list(), [])
  return defaultDomain || allowedDomains.length > 0 ? { defaultDomain, allowedDomains } : null
}

export const sourceReaders: { [K in ImportKind]: Reader<K> } = {
  domains: { list: async () => ({ objects: [domainsObject], total: 1, next: null }), read: readDomains },
  shippingMethods: {
    list: shop => readWholeList(shop.shipping.all().pages()),
    read: async (_, { item }) => ({ method: item }),
  },
  products: {
    list: (shop, position) =>
      readOffsetPage(query => shop.products.list({ ...query, archived: true, orderBy: 'CreationDate' }), position),
    read: async (shop, { id }) => {
      const product = await orIfMissing(shop.products.get({ id }), null)
      return product && { product }
    },
  },
  discounts: {
    list: shop => readWholeList(shop.discounts.all().pages()),
    read: async (_, { item }) => ({ discount: item }),
  },
  customers: {
    list: (shop, position) => readOffsetPage(query => shop.customers.list({ ...query, orderBy: 'Date' }), position),
    read: async (_, { item }) => ({ customer: item }),
  },
  orders: { list: (shop, position) => readOffsetPage(query => shop.orders.list(query), position), read: readOrder },
  subscriptions: { list: listSubscriptions, read: readSubscription },
  carts: {
    list: (shop, position) => readTokenPage(query => shop.carts.list(query), position),
    read: async (shop, { id: token }) => {
      const cart = await orIfMissing(shop.carts.get({ token }), null)
      return cart && { cart }
    },
  },
}

/** Only carts and subscriptions belong to features that a source can turn off. */
export const isKindTurnedOff = (kind: ImportKind, error: unknown): boolean =>
  (kind === 'carts' || kind === 'subscriptions') && isFeatureOff(error)

/** Starts a stub of the hosted service for imports. It has the pages, the formats and the faults of that service. */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Fields = Record<string, any>

export interface HostedStore {
  /** Here and in the other lists, the newest object comes first. */
  orders: Fields[]
  refunds: Record<string, Fields[]>
  digitalGoods: Record<string, Fields[]>
  customers: Fields[]
  products: Fields[]
  discounts: Fields[]
  shippingMethods: Fields[]
  subscriptions: Fields[]
  /** Null if the feature is turned off. */
  carts: Fields[] | null
  defaultDomain: Fields | null
  allowedDomains: Fields[]
}

export const emptyStore = (): HostedStore => ({
  orders: [],
  refunds: {},
  digitalGoods: {},
  customers: [],
  products: [],
  discounts: [],
  shippingMethods: [],
  subscriptions: [],
  carts: null,
  defaultDomain: null,
  allowedDomains: [],
})

/** A fault in place of the usual reply: a lost connection, or another status and body. */
type Fault = 'lose' | { status: number; headers?: Record<string, string>; body?: string }

interface Options {
  /** This function is called before each reply. It may change the store, and may return a fault. */
  onRequest?: (path: string, count: number) => Fault | undefined | void
}

interface ReceivedRequest {
  path: string
  receivedAt: number
}

/** The service chooses the length of its pages, whatever length a request asks for. */
const pageLengths = [20, 50, 100, 25]

/** The list of orders contains only these fields of each order. */
const listedFields = [
  'token',
  'creationDate',
  'modificationDate',
  'status',
  'paymentMethod',
  'invoiceNumber',
  'email',
  'cardHolderName',
  'finalGrandTotal',
  'shippingFees',
  'metadata',
]
const abridge = (order: Fields) => Object.fromEntries(listedFields.map(name => [name, order[name]]))

const notFound = { status: 404, body: { message: 'Not found' } }
const ok = (body: unknown) => ({ status: 200, body })
const orNotFound = (body: unknown) => (body ? ok(body) : notFound)

export const hostedKey = 'ST_hosted_key_that_nobody_may_see'

export async function startHostedService(store: HostedStore, { onRequest = () => undefined }: Options = {}) {
  const requests: ReceivedRequest[] = []

  const page = (items: Fields[], url: URL, hasTotal: boolean) => {
    const offset = Number(url.searchParams.get('offset') ?? 0)
    const limit = pageLengths[requests.length % pageLengths.length]!
    const total = hasTotal ? { totalItems: items.length } : {}
    return ok({ ...total, offset, limit, items: items.slice(offset, offset + limit) })
  }

  const pageOfCarts = (carts: Fields[], url: URL) => {
    const start = Number(url.searchParams.get('continuationToken') ?? 0)
    const end = start + 20
    const hasMoreResults = end < carts.length
    const items = carts.slice(start, end)
    return ok({ items, hasMoreResults, continuationToken: hasMoreResults ? String(end) : null })
  }

  const answer = (url: URL): { status: number; body: unknown } => {
    const [, first = '', id = '', part = ''] = url.pathname.replace('/api', '').split('/')
    const of = (items: Fields[]) => orNotFound(items.find(item => (item.token ?? item.id) === id))
    switch (`${first}${id ? '/id' : ''}${part ? `/${part}` : ''}`) {
      case 'orders':
        return page(store.orders.map(abridge), url, true)
      case 'orders/id':
        return of(store.orders)
      case 'orders/id/refunds':
        return ok(store.refunds[id] ?? [])
      case 'orders/id/digital':
        return ok(store.digitalGoods[id] ?? [])
      case 'customers':
        return page(store.customers, url, false)
      case 'products':
        return page(store.products, url, true)
      case 'products/id':
        return of(store.products)
      case 'subscriptions':
        return page(store.subscriptions, url, true)
      case 'subscriptions/id':
        return of(store.subscriptions)
      case 'subscriptions/id/invoices':
        return ok([])
      case 'discounts':
        return ok(store.discounts)
      case 'shipping_methods':
        return ok(store.shippingMethods)
      case 'settings/id':
        return id === 'domain' ? orNotFound(store.defaultDomain) : ok(store.allowedDomains)
      case 'carts/id':
        return store.carts ? pageOfCarts(store.carts, url) : { status: 403, body: { message: 'Forbidden' } }
      case `carts/id/${part}`:
        return orNotFound(store.carts?.find(({ token }) => token === part))
      case 'dashboard/id':
        return { status: 409, body: { message: 'Not enabled' } }
      default:
        return notFound
    }
  }

  const reply = (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url!, 'http://hosted')
    requests.push({ path: `${url.pathname}${url.search}`, receivedAt: performance.now() })
    const fault = onRequest(url.pathname.replace('/api', ''), requests.length)
    if (fault === 'lose') return response.destroy()
    if (fault) return response.writeHead(fault.status, fault.headers).end(fault.body ?? '<html>Bad gateway</html>')
    const isKnown = request.headers.authorization === `Basic ${btoa(`${hostedKey}:`)}`
    const { status, body } = isKnown ? answer(url) : { status: 401, body: { message: 'Unauthorized' } }
    return response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8' }).end(JSON.stringify(body))
  }

  const server = createServer(reply)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`
  return { url, requests, stop: () => void server.close().closeAllConnections() }
}

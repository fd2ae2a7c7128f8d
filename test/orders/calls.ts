/** Calls to the endpoints of orders, and to all pages of a list. */

import type { Tenant } from '../../lib/core/tenant.ts'
import { call, type Reply } from '../support/store.ts'

export const unknownToken = '01980000-0000-7000-8000-00000000ffff'

type Headers = Record<string, string>
type Query = Record<string, string | string[]>

export const list = (tenant: Tenant, query: Query = {}) => call('orders.list', tenant, { query })
export const get = (tenant: Tenant, token: string, headers: Headers = {}) =>
  call('orders.get', tenant, { params: { token }, headers })
export const update = (tenant: Tenant, token: string, body: unknown, headers: Headers = {}) =>
  call('orders.update', tenant, { params: { token }, body, headers })
export const digital = (tenant: Tenant, token: string, headers: Headers = {}) =>
  call('orders.digital', tenant, { params: { token }, headers })

/** The query of the next page, from the Link header. */
export function nextQuery({ headers }: Reply): Record<string, string> | null {
  const [, link] = /^<([^>]+)>; rel="next"$/.exec(headers.Link ?? '') ?? []
  return link === undefined ? null : Object.fromEntries(new URL(link, 'https://store').searchParams)
}

/** All pages, up to the one without a next link. */
export async function allPages(getPage: (query: Record<string, string>) => Promise<Reply>, first = {}) {
  const pages: Reply[] = []
  for (let query: Record<string, string> | null = first; query; query = nextQuery(pages.at(-1)!)) {
    if (pages.length > 50) throw new Error('The list has no end.')
    pages.push(await getPage(query))
  }
  return pages
}

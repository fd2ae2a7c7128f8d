/** Calls the endpoints of abandoned carts. */

import { expect } from 'vitest'
import * as accounts from '../../lib/accounts/index.ts'
import { openCartsListsByLane } from '../../lib/carts/lanes.ts'
import type { Mode, Tenant } from '../../lib/core/tenant.ts'
import { fullRange, readEntries } from '../../lib/lists/entries.ts'
import type { EntryRow } from '../../lib/store/list-entry.ts'
import { call, type Reply } from '../support/store.ts'

type Query = Record<string, string | string[]>

export async function createStore(mode: Mode = 'Test', currency = 'EUR'): Promise<Tenant> {
  const { account } = await accounts.create({ name: 'A test store', currency, features: ['abandonedCarts'] })
  return { account, mode }
}

export const storeWithoutCarts = async () => ({
  ...(await createStore()),
  features: ['subscriptions', 'creditNotes'] as const,
})

export const list = (tenant: Tenant, query: Query = {}) => call('carts.list', tenant, { query })
export const get = (tenant: Tenant, token: string) => call('carts.get', tenant, { params: { token } })

/** Returns the entries on the lists of all open carts. */
export async function allCartEntries(tenant: Tenant): Promise<EntryRow[]> {
  const options = { range: fullRange, consistent: true }
  return (await Promise.all(openCartsListsByLane.map(list => readEntries({ ...tenant, list }, options)))).flat()
}

export const tokensOf = ({ body }: Reply): string[] => body.items.map(({ token }: { token: string }) => token)

/** Lists all pages by their continuation tokens, and runs `runBetween` between two pages. */
export async function listAllPages(tenant: Tenant, query: Query = {}, runBetween = async (_pageCount: number) => {}) {
  const pages: Reply[] = []
  for (let token: string | null | undefined; token !== null; ) {
    if (pages.length > 50) throw new Error('There is no last page.')
    if (pages.length > 0) await runBetween(pages.length)
    const reply = await list(tenant, { ...query, ...(token && { continuationToken: token }) })
    expect(reply.status).toBe(200)
    expect(reply.body.hasMoreResults).toBe(reply.body.continuationToken !== null)
    pages.push(reply)
    token = reply.body.continuationToken
  }
  return pages
}

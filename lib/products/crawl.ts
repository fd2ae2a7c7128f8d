/** Takes over the products that stand on a page or in a document of the shop's own site. */

import * as accounts from '../accounts/index.ts'
import { timestamp } from '../core/clock.ts'
import { eventStamp, setNow } from '../core/event-stamp.ts'
import { takeBytes } from '../core/page.ts'
import { type Faults, Problem } from '../core/problem.ts'
import type { Tenant } from '../core/tenant.ts'
import { parseInput } from '../core/validation.ts'
import * as crawler from '../crawler/index.ts'
import { consumeRateLimit, type RateLimit } from '../store/rate-limit.ts'
import { descriptionOf, type ProductUpdate, upsertAll, validateUpdates } from './apply.ts'
import type { ProductRow } from './entity.ts'
import { inventoryAfter } from './inventory.ts'
import { present } from './presenter.ts'
import { type Description, dropdownsOf, type ProductFields } from './rules.ts'
import { type CrawlRequest, type Product, ProductChange } from './schemas.ts'

/** Fetching pages costs us, and whoever serves them. */
const allowance: RateLimit = { name: 'crawl', burst: 10, perMinute: 10 }

export async function crawl(tenant: Tenant, { fetchUrl }: CrawlRequest): Promise<Product[]> {
  await consumeRateLimit(tenant.account, allowance)
  const { currency } = await accounts.get(tenant.account)
  const found = await crawler.crawl(fetchUrl, { currency })
  const sights = found.map(sightOf)
  const stamp = eventStamp(timestamp(), 'page')
  await validateUpdates(tenant, sights, stamp)
  const rows = await upsertAll(tenant, sights, stamp)
  return takeBytes(rows.map(row => present(row)))
}

function sightOf({ userDefinedId, description: told, inventory }: crawler.CrawledProduct): ProductUpdate {
  const description = descriptionOf(told)
  const shown = (row: ProductRow) => shownNow(row, description)
  if (!inventory) return { userDefinedId, description, change: shown }
  const wanted = onPage(userDefinedId, () => parseInput(ProductChange, inventory, 'inventory'))
  const change = (row: ProductRow) => onPage(userDefinedId, () => stocked(shown(row), wanted))
  return { userDefinedId, description, change }
}

/** The page as it is now counts, even where an event says that it comes from later. */
const shownNow = (row: ProductRow, description: Description): ProductRow => ({
  ...row,
  latest: setNow<ProductFields>(row.latest, { description }),
  archivedAt: undefined,
})

function stocked(row: ProductRow, wanted: ProductChange): ProductRow {
  const inventory = inventoryAfter({ current: row.inventory, wanted, dropdowns: dropdownsOf(row) })
  return { ...row, inventory, changedAt: timestamp() }
}

/** What would be wrong with a request is wrong with the page here. */
function onPage<T>(userDefinedId: string, read: () => T): T {
  try {
    return read()
  } catch (fault) {
    if (fault instanceof Problem) throw notReadable(userDefinedId, fault)
    throw fault
  }
}

function notReadable(userDefinedId: string, { message, errors }: Problem): Problem {
  const named: Faults = Object.fromEntries(
    Object.entries(errors).map(([field, faults]) => [`${userDefinedId}.${field}`, faults]),
  )
  return new Problem('page_not_readable', { message: `Product ${userDefinedId}: ${message}`, errors: named })
}

/** Reads products from a page or a document of the store's own site, and saves them. */

import { isDeepStrictEqual } from 'node:util'
import { now, timestamp } from '../core/clock.ts'
import { eventStamp, mergeLatestNow, stampTime } from '../core/event-stamp.ts'
import { takeWhileFits } from '../core/paging.ts'
import { type FieldErrors, Problem } from '../core/problem.ts'
import type { Tenant } from '../core/tenant.ts'
import { parseInput } from '../core/validation.ts'
import * as crawler from '../crawler/index.ts'
import { consumeRateLimit, type RateLimit } from '../store/rate-limit.ts'
import type { ProductRow } from './entity.ts'
import { inventoryAfterChange } from './inventory.ts'
import { present } from './presenter.ts'
import { type Description, descriptionOf, dropdownsOf, type ProductFields, withDescription } from './rules.ts'
import { type ProductUpdate, saveProductUpdates } from './save.ts'
import { type CrawlRequest, type Product, ProductChange } from './schemas.ts'

/** Requests are limited, because fetching a page is expensive for us and for the site. */
const rateLimit: RateLimit = { name: 'crawl', burst: 10, requests: 10, period: 'minute' }

/** `currency` is the currency of the account. */
export async function crawl(tenant: Tenant, { fetchUrl }: CrawlRequest, currency: string): Promise<Product[]> {
  await consumeRateLimit(tenant.account, rateLimit)
  const crawled = await crawler.crawl(fetchUrl, { currency })
  const updates = crawled.map(one => updateOf(one, currency))
  const source = { stamp: eventStamp(timestamp(), 'page'), accountCurrency: currency }
  const rows = await saveProductUpdates(tenant, updates, source)
  return takeWhileFits(rows.map(row => present(row)))
}

function updateOf(
  { userDefinedId, description: sent, inventory }: crawler.CrawledProduct,
  currency: string,
): ProductUpdate {
  const description = descriptionOf(sent, currency)
  const restore = (row: ProductRow) => withDescriptionNow(row, description)
  if (!inventory) return { userDefinedId, apply: row => unlessSaved(row, restore(row)) }
  const wanted = blamePage(userDefinedId, () => parseInput(ProductChange, inventory, 'inventory'))
  const change = (row: ProductRow) => blamePage(userDefinedId, () => withInventory(restore(row), wanted))
  return { userDefinedId, apply: row => unlessSaved(row, change(row)) }
}

/** An unchanged product is not saved again within this time, so that a repeated request has less to save. */
const recentMilliseconds = 3600 * 1000

function unlessSaved(before: ProductRow, after: ProductRow): ProductRow {
  const [known, read] = [before.latest.description, after.latest.description]
  const isSame =
    isDeepStrictEqual(known?.value, read?.value) &&
    isDeepStrictEqual(before.inventory, after.inventory) &&
    before.archivedAt === after.archivedAt
  const isRecent = Date.parse(stampTime(known?.stamp ?? '')) > now().getTime() - recentMilliseconds
  return isSame && isRecent ? before : after
}

/** The description on the page replaces any stored description, even one from an event that is dated in the future. */
const withDescriptionNow = (row: ProductRow, description: Description): ProductRow => ({
  ...withDescription(row, mergeLatestNow<ProductFields>(row.latest, { description })),
  archivedAt: undefined,
})

function withInventory(row: ProductRow, wanted: ProductChange): ProductRow {
  const inventory = inventoryAfterChange({ current: row.inventory, wanted, dropdowns: dropdownsOf(row) })
  return { ...row, inventory, changedAt: timestamp() }
}

/** Reports a validation error as an error of the page, because the invalid values come from the page. */
function blamePage<T>(userDefinedId: string, read: () => T): T {
  try {
    return read()
  } catch (fault) {
    if (fault instanceof Problem) throw notReadable(userDefinedId, fault)
    throw fault
  }
}

function notReadable(userDefinedId: string, { message, errors }: Problem): Problem {
  const faults: FieldErrors = Object.fromEntries(
    Object.entries(errors).map(([field, texts]) => [`${userDefinedId}.${field}`, texts]),
  )
  return new Problem('page_not_readable', { message: `Product ${userDefinedId}: ${message}`, errors: faults })
}

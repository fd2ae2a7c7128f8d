/** Takes over the products that stand on a page or in a document of the shop's own site. */

import * as accounts from '../accounts/index.ts'
import * as crawler from '../crawler/index.ts'
import { timestamp } from '../kit/clock.ts'
import { readAs } from '../kit/faults.ts'
import { fitting } from '../kit/page.ts'
import { type Faults, Problem } from '../kit/problem.ts'
import { saidNow, stampOf } from '../kit/stamp.ts'
import type { Tenant } from '../kit/tenant.ts'
import { type Allowance, use } from '../store/allowance.ts'
import type { ProductRow } from './entity.ts'
import { inventoryAfter } from './inventory.ts'
import { present } from './present.ts'
import { type Description, dropdownsOf, type Said } from './rules.ts'
import { descriptionIn, requireSound, type Sight, seeAll } from './seeing.ts'
import { type Page, type Product, ProductChange } from './shapes.ts'

/** Fetching pages costs us, and whoever serves them. */
const allowance: Allowance = { name: 'crawl', burst: 10, perMinute: 10 }

export async function crawl(tenant: Tenant, { fetchUrl }: Page): Promise<Product[]> {
  await use(tenant.account, allowance)
  const { currency } = await accounts.get(tenant.account)
  const found = await crawler.crawl(fetchUrl, { currency })
  const sights = found.map(sightOf)
  const stamp = stampOf(timestamp(), 'page')
  await requireSound(tenant, sights, stamp)
  const rows = await seeAll(tenant, sights, stamp)
  return fitting(rows.map(row => present(row)))
}

function sightOf({ userDefinedId, description: told, inventory }: crawler.Seen): Sight {
  const description = descriptionIn(told)
  const shown = (row: ProductRow) => shownNow(row, description)
  if (!inventory) return { userDefinedId, description, also: shown }
  const wanted = onPage(userDefinedId, () => readAs(ProductChange, inventory, 'inventory'))
  const also = (row: ProductRow) => onPage(userDefinedId, () => stocked(shown(row), wanted))
  return { userDefinedId, description, also }
}

/** The page as it is now counts, even where an event says that it comes from later. */
const shownNow = (row: ProductRow, description: Description): ProductRow => ({
  ...row,
  facts: saidNow<Said>(row.facts, { description }),
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

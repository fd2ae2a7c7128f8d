/** Reads one subscription by its id, or those of a page. */

import { guid } from '../core/fields.ts'
import type { SubscriptionId } from '../core/ids.ts'
import type { PageQuery } from '../core/page.ts'
import { Problem, validationProblem } from '../core/problem.ts'
import type { Tenant } from '../core/tenant.ts'
import { findEntries, type ListQuery } from '../lists/find.ts'
import { loadEntities } from '../lists/load-entities.ts'
import { isKnown, type KnownSubscriptionRow, keyOf, SubscriptionRow } from './entity.ts'
import type { Invoice } from './invoice-rules.ts'
import { invoicesIn, readInvoices } from './invoices.ts'
import type { Engine } from './rules.ts'

/** An invalid id is a fault in V1. In V3 it is treated as a token that no order has. */
export function idIn(sent: string, version: Engine): SubscriptionId {
  const { data } = guid.brand<'SubscriptionId'>().safeParse(sent)
  if (data) return data
  throw version === 'V1' ? validationProblem({ id: ['must be a GUID'] }) : new Problem('not_found')
}

interface LoadOptions {
  /** The engine that the caller uses. A subscription of the other engine does not exist for the caller. */
  engine: Engine
  /** Whether to read consistently, which only writers need. */
  consistent?: boolean
}

export async function load(
  tenant: Tenant,
  id: SubscriptionId,
  { engine, consistent = false }: LoadOptions,
): Promise<KnownSubscriptionRow> {
  const { data } = await SubscriptionRow.get(keyOf(tenant, id)).go({ consistent })
  if (!isKnown(data) || data.engine !== engine) throw new Problem('not_found')
  return data
}

export const loadInvoices = async (tenant: Tenant, id: SubscriptionId): Promise<Invoice[]> =>
  invoicesIn(await readInvoices(tenant, id))

export const idOf = ({ id }: KnownSubscriptionRow) => id

export async function loadPage(listQuery: ListQuery, paging: PageQuery) {
  const { entries, total } = await findEntries(listQuery, paging)
  const rows = await loadEntities(entries, {
    entity: SubscriptionRow,
    keyOf: (id: SubscriptionId) => keyOf(listQuery, id),
    idOf,
  })
  return { rows, total }
}

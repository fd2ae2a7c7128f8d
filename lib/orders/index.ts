/** Orders: what buyers have ordered, and what becomes of it. */

import * as accounts from '../accounts/index.ts'
import * as domains from '../domains/index.ts'
import { timestamp } from '../kit/clock.ts'
import { requireMatch } from '../kit/etag.ts'
import { requireSize } from '../kit/metadata.ts'
import { type Page, pageWith } from '../kit/page.ts'
import { Problem } from '../kit/problem.ts'
import { saidNow } from '../kit/stamp.ts'
import type { Stretch } from '../kit/stretch.ts'
import type { Tenant } from '../kit/tenant.ts'
import { find } from '../lists/find.ts'
import { standingAt } from '../lists/standing.ts'
import type { EntryRow } from '../store/entry.ts'
import { save } from '../store/save.ts'
import { onFreshData } from '../store/write.ts'
import { type CompleteRow, isComplete, keyOf, OrderRow, orderKind } from './entity.ts'
import { questionOf } from './lists.ts'
import { stretchOf } from './of-customer.ts'
import { present, presentGoods } from './present.ts'
import { isCapture, type Said } from './rules.ts'
import type { DigitalGood, Order, OrderChange, OrderQuery } from './shapes.ts'

export { fixedLists } from './fixed-lists.ts'
export { customerList, everySale, salesList, usagesList } from './lists.ts'
export {
  addWithdrawal,
  changeStatus,
  complete,
  countDownload,
  handOver,
  resolveWithdrawal,
} from './telling.ts'
export { CompletedOrder, ToldDiscount, ToldField, ToldItem } from './told.ts'
export { Downloaded, StatusChanged, WithdrawalCreated, WithdrawalResolved } from './told-since.ts'
export { sparedBy, turnoverOf } from './turnover.ts'

export async function list(tenant: Tenant, query: OrderQuery): Promise<Page<Order>> {
  const { entries, total } = await find(questionOf(tenant, query), query)
  return pageWith(query, total, await ordersAt(tenant, entries))
}

export async function get(tenant: Tenant, token: string): Promise<Order> {
  return present(await fetch(tenant, token))
}

interface Change {
  token: string
  wanted: OrderChange
  ifMatch: string | undefined
}

/** The gateway is asked for the money where a card payment was authorized only. */
export async function update(tenant: Tenant, { token, wanted, ifMatch }: Change): Promise<Order> {
  requireSize(wanted.metadata ?? null)
  return onFreshData(async () => {
    const before = await fetch(tenant, token, true)
    requireMatch(ifMatch, present(before))
    if (isCapture(before.facts, wanted)) throw new Problem('capture_not_available')
    const facts = saidNow<Said>(before.facts, wanted)
    const after: CompleteRow = { ...before, facts, modifiedAt: timestamp() }
    await save(orderKind, after, before)
    return present(after)
  })
}

export async function digital(tenant: Tenant, token: string): Promise<DigitalGood[]> {
  const row = await fetch(tenant, token)
  const root = await downloadRoot(tenant)
  return presentGoods(row, fileGuid => `${root}/${token}/${encodeURIComponent(fileGuid)}`)
}

export const ofCustomer = (tenant: Tenant, customerId: string, offset: number): Promise<Stretch<Order>> =>
  stretchOf(tenant, { customerId, offset, ordersAt: entries => ordersAt(tenant, entries) })

/** Where the shop hands out files; under its default domain unless it has said otherwise. */
async function downloadRoot(tenant: Tenant): Promise<string> {
  const { downloadsUrl } = await accounts.get(tenant.account)
  if (downloadsUrl) return downloadsUrl.replace(/\/+$/, '')
  const domain = await domains.find(tenant)
  return `${domain ? `https://${domain.domain}` : ''}/downloads`
}

async function ordersAt(tenant: Tenant, entries: readonly EntryRow[]): Promise<Order[]> {
  const rows = await standingAt(entries, {
    entity: OrderRow,
    keyOf: id => keyOf(tenant, id),
    idOf: (row: CompleteRow) => row.token,
  })
  return rows.map(present)
}

/** Who only looks may be a moment behind; who writes may not. */
async function fetch(tenant: Tenant, token: string, consistent = false): Promise<CompleteRow> {
  const { data } = await OrderRow.get(keyOf(tenant, token)).go({ consistent })
  if (!isComplete(data)) throw new Problem('not_found')
  return data
}

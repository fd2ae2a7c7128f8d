/** The stores that this installation serves: opened, looked up, switched on and off by its owner. */

import { Problem } from '../kit/problem.ts'
import type { Feature } from '../kit/tenant.ts'
import { write } from '../store/write.ts'
import { AccountCounter, AccountRow } from './entity.ts'

/** The number before the first account's. */
const counterStart = 1000

export interface NewAccount {
  name: string
  /** ISO 4217. */
  currency: string
  features: Feature[]
}

export async function create(wanted: NewAccount): Promise<AccountRow> {
  const account = await nextNumber()
  const { data } = await write(() => AccountRow.create({ account, ...wanted }).go())
  return data
}

/** Numbers are never given out twice; a crash in between leaves a gap, which means nothing. */
async function nextNumber(): Promise<number> {
  const counting = AccountCounter.upsert({}).add({ last: 1 })
  const { data } = await counting.go({ response: 'all_new' })
  return counterStart + data.last
}

export async function find(account: number): Promise<AccountRow | null> {
  const { data } = await AccountRow.get({ account }).go({ consistent: true })
  return data
}

export async function get(account: number): Promise<AccountRow> {
  const found = await find(account)
  if (!found) throw new Problem('not_found', { message: `There is no account ${account}.` })
  return found
}

export async function setEnabled(account: number, enabled: boolean): Promise<AccountRow> {
  await get(account)
  const { data } = await AccountRow.patch({ account }).set({ enabled }).go({ response: 'all_new' })
  return data
}

/** Accounts: the stores of this installation, managed by its owner. */

import type { AccountId } from '../core/ids.ts'
import { Problem } from '../core/problem.ts'
import { features } from '../core/tenant.ts'
import { conditionalWrite } from '../store/conflict.ts'
import { AccountCounter, AccountRow } from './entity.ts'
import type { Account, NewAccount } from './schemas.ts'

/** The number before the first account's. */
const counterStart = 1000

export async function create(wanted: NewAccount): Promise<Account> {
  const account = await nextNumber()
  const { data } = await conditionalWrite(() => AccountRow.create({ account, ...wanted }).go())
  return present(data)
}

/** Numbers are never reused; a crash may leave a gap. */
async function nextNumber(): Promise<AccountId> {
  const counting = AccountCounter.upsert({}).add({ last: 1 })
  const { data } = await counting.go({ response: 'all_new' })
  return (counterStart + data.last) as AccountId
}

/** All accounts, oldest first. */
export async function list(): Promise<Account[]> {
  const { data } = await AccountRow.query.inOrder({}).go({ pages: 'all' })
  return data.map(present)
}

export async function find(account: AccountId): Promise<Account | null> {
  const { data } = await AccountRow.get({ account }).go({ consistent: true })
  return data && present(data)
}

export async function get(account: AccountId): Promise<Account> {
  const found = await find(account)
  if (!found) throw new Problem('not_found', { message: `There is no account ${account}.` })
  return found
}

export async function setEnabled(account: AccountId, enabled: boolean): Promise<Account> {
  await get(account)
  const { data } = await AccountRow.patch({ account }).set({ enabled }).go({ response: 'all_new' })
  return present(data)
}

/** Null resets to a path of the store's default domain. */
export async function setDownloadsUrl(account: AccountId, url: string | null): Promise<Account> {
  await get(account)
  const row = AccountRow.patch({ account })
  const change = url ? row.set({ downloadsUrl: url }) : row.remove(['downloadsUrl'])
  const { data } = await change.go({ response: 'all_new' })
  return present(data)
}

/** Applies to carts that change from now on. */
export async function setCartDays(account: AccountId, cartDays: number): Promise<Account> {
  await get(account)
  const { data } = await AccountRow.patch({ account }).set({ cartDays }).go({ response: 'all_new' })
  return present(data)
}

/** Includes the secret that signs continuation tokens. */
export async function getWithSecret(account: AccountId): Promise<Account & { secret: string }> {
  const { data } = await AccountRow.get({ account }).go()
  if (!data) throw new Problem('not_found')
  return { ...present(data), secret: data.secret }
}

const present = ({ secret, ...row }: AccountRow): Account => ({
  ...row,
  downloadsUrl: row.downloadsUrl ?? null,
  features: features.filter(feature => row.features.includes(feature)),
})

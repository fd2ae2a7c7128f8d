/** Creates and manages accounts, which are the stores of this installation. */

import { timestamp } from '../core/clock.ts'
import { Problem } from '../core/problem.ts'
import { type AccountId, features, type GatewayName, type Mode, modes } from '../core/tenant.ts'
import { defaultTimeZone } from '../core/time-zone.ts'
import { saveListsVersion } from '../lists/lists-version.ts'
import { withoutNulls } from '../store/attributes.ts'
import { conditionalWrite, tryWrite } from '../store/conditional-write.ts'
import { pagesOf } from '../store/row-pages.ts'
import { AccountCounter, AccountRow } from './entity.ts'
import type { Account, AccountSettings, NewAccount } from './schemas.ts'

/** The first account has the number 1001. */
const counterStart = 1000

/**
 * Saves the versions of the lists last, because the number may belong to an account already, whose lists may be older.
 * Without a version, searches also find everything, but read whole lists.
 */
export async function create(wanted: NewAccount): Promise<Account> {
  const account = await nextNumber()
  const { data } = await conditionalWrite(() => AccountRow.create({ account, ...wanted }).go())
  for (const mode of modes) await saveListsVersion({ account, mode })
  return present(data)
}

/** Returns a number for a new account. Numbers are never reused. A crash may leave a gap between them. */
async function nextNumber(): Promise<AccountId> {
  const counting = AccountCounter.upsert({}).add({ last: 1 })
  const { data } = await counting.go({ response: 'all_new' })
  return (counterStart + data.last) as AccountId
}

/**
 * Copies the last number to a restored table. Otherwise, accounts that are created in that table would get the numbers
 * of accounts that were created after the restored time, and with the numbers their checkout events. A higher number of
 * the restored table remains, because accounts of that table have the numbers up to it.
 */
export async function copyAccountCounterTo(table: string): Promise<void> {
  const { data } = await AccountCounter.get({}).go({ consistent: true })
  if (!data) return
  const copy = AccountCounter.put({ last: data.last })
  const isLower = copy.where(({ last }, { notExists, lt }) => `${notExists(last)} OR ${lt(last, data.last)}`)
  await tryWrite(() => isLower.go({ table }))
}

/** Returns all accounts, oldest first, including accounts that are being deleted. */
export const list = (): Promise<ListedAccount[]> => Array.fromAsync(stream())

/**
 * Yields the accounts as `list` returns them, but reads them page by page, because an installation may have 100,000
 * accounts. Begins with the account `from`, or else with the oldest account.
 */
export async function* stream(from?: AccountId): AsyncGenerator<ListedAccount> {
  const query = AccountRow.query.inOrder({})
  const first = from && (await getEvenIfDeleting(from))
  const found = first ? query.gte({ creationDate: first.creationDate, account: first.account }) : query
  for await (const { data } of pagesOf<AccountRow>(page => found.go(page)))
    yield* data.map(row => ({ ...present(row), deletingSince: row.deletingSince ?? null }))
}

export interface ListedAccount extends Account {
  deletingSince: string | null
}

export async function find(account: AccountId): Promise<Account | null> {
  return presentUnlessDeleting(await readRow(account, true))
}

/**
 * Finds the account of an event for half the read units, because each event reads it. Changes of the last second may be
 * missing. A deletion of the account waits long enough for such events.
 */
export async function findForEvent(account: AccountId): Promise<Account | null> {
  return presentUnlessDeleting((await readRow(account, false)) ?? (await readRow(account, true)))
}

const presentUnlessDeleting = (row: AccountRow | null) => (row && !row.deletingSince ? present(row) : null)

async function readRow(account: AccountId, consistent: boolean): Promise<AccountRow | null> {
  const { data } = await AccountRow.get({ account }).go({ consistent })
  return data
}

export async function get(account: AccountId): Promise<Account> {
  const row = await getEvenIfDeleting(account)
  if (!row.deletingSince) return present(row)
  const message = `Account ${account} is being deleted. "account delete" completes the deletion.`
  throw new Problem('not_found', { message })
}

/** Returns an account even while it is being deleted. Throws if there is no such account. */
export async function getEvenIfDeleting(account: AccountId): Promise<AccountRow> {
  const row = await readRow(account, true)
  if (!row) throw new Problem('not_found', { message: `There is no account ${account}.` })
  return row
}

/**
 * Marks the account as being deleted, so that requests and events are rejected. Returns the time when the deletion
 * began.
 */
export async function startDeletion(account: AccountId): Promise<string> {
  const at = timestamp()
  const marking = AccountRow.patch({ account }).data(({ deletingSince }, { ifNotExists }) =>
    ifNotExists(deletingSince, at),
  )
  const { data } = await marking.go({ response: 'all_new' })
  return data.deletingSince ?? at
}

/** Changes settings; null restores a default. A new `cartDays` applies only to carts that change afterwards. */
export async function update(account: AccountId, settings: AccountSettings): Promise<Account> {
  await get(account)
  const names = Object.keys(settings) as (keyof AccountSettings)[]
  const cleared = names.filter(name => settings[name] === null)
  const change = AccountRow.patch({ account }).set(withoutNulls(settings))
  const { data } = await change.remove(cleared as ('downloadsUrl' | 'mailFrom')[]).go({ response: 'all_new' })
  return present(data)
}

export const gatewayOf = ({ gatewayTest, gatewayLive }: Account, mode: Mode): GatewayName =>
  mode === 'Test' ? gatewayTest : gatewayLive

/** Returns the account, and the secret that signs continuation tokens. */
export async function getWithContinuationSecret(account: AccountId): Promise<Account & { secret: string }> {
  const { data } = await AccountRow.get({ account }).go()
  if (!data || data.deletingSince) throw new Problem('not_found')
  return { ...present(data), secret: data.secret }
}

const present = ({ secret, deletingSince, ...row }: AccountRow): Account => ({
  ...row,
  enabled: row.enabled && !deletingSince,
  downloadsUrl: row.downloadsUrl ?? null,
  mailFrom: row.mailFrom ?? null,
  timeZone: row.timeZone ?? defaultTimeZone,
  features: features.filter(feature => row.features.includes(feature)),
})

/** Secret API keys: issued once, shown once, kept as a hash; several may be good at once, so that they can be rotated. */

import { find as findAccount, get as getAccount } from '../accounts/index.ts'
import { now, timestamp } from '../kit/clock.ts'
import { newId } from '../kit/ids.ts'
import { Problem } from '../kit/problem.ts'
import type { Mode } from '../kit/tenant.ts'
import { write } from '../store/write.ts'
import { KeyRow } from './entity.ts'
import { hashOf, newSecret } from './secret.ts'

export interface NewKey {
  account: number
  mode: Mode
  name?: string | undefined
  expires?: string | undefined
}

/** The one moment at which the secret exists outside its owner's hands. */
export async function issue(wanted: NewKey): Promise<KeyRow & { secret: string }> {
  await getAccount(wanted.account)
  const secret = newSecret(wanted.mode)
  const { data } = await write(() =>
    KeyRow.create({ ...wanted, id: newId(), hash: hashOf(secret), ending: secret.slice(-4) }).go(),
  )
  return { ...data, secret }
}

export async function list(account: number): Promise<KeyRow[]> {
  await getAccount(account)
  const { data } = await KeyRow.query.ofAccount({ account }).go({ pages: 'all' })
  return data
}

export async function revoke(account: number, id: string): Promise<KeyRow> {
  const key = (await list(account)).find(candidate => candidate.id === id)
  if (!key) throw new Problem('not_found', { message: `Account ${account} has no key ${id}.` })
  if (key.revokedOn) return key
  const { data } = await KeyRow.patch({ hash: key.hash })
    .set({ revokedOn: timestamp() })
    .go({ response: 'all_new' })
  return data
}

const isGood = (key: KeyRow) => !key.revokedOn && (!key.expires || new Date(key.expires) > now())

/**
 * The store a secret opens, if any. Good, revoked, expired and unknown secrets all cost the same two reads,
 * so that the time an answer takes tells nothing.
 */
export async function open(secret: string) {
  const { data: key } = await KeyRow.get({ hash: hashOf(secret) }).go({ consistent: true })
  const account = await findAccount(key?.account ?? 0)
  return key && account && isGood(key) ? { key, account } : null
}

/**
 * Manages API keys, which are shown only once and stored as hashes. An account can have several keys, so that a key can
 * be replaced without an interruption.
 */

import { hash } from 'node:crypto'
import { find as findAccount, get as getAccount } from '../accounts/index.ts'
import { now, timestamp } from '../core/clock.ts'
import { newId } from '../core/ids.ts'
import { defaultScope } from '../core/key-scopes.ts'
import { Problem, validationProblem } from '../core/problem.ts'
import type { AccountId } from '../core/tenant.ts'
import { conditionalWrite } from '../store/conditional-write.ts'
import { KeyRow } from './entity.ts'
import { recordUse } from './last-use.ts'
import { hasPassed, stateOf } from './rules.ts'
import type { IssuedKey, Key, NewKey } from './schemas.ts'
import { newSecret } from './secret.ts'

/** Issues a key. No later call returns the secret: the table contains only its hash and its last four characters. */
export async function issue(wanted: NewKey): Promise<IssuedKey> {
  if (wanted.expires && hasPassed(wanted.expires, now())) throw validationProblem({ expires: ['has already passed'] })
  await getAccount(wanted.account)
  const secret = newSecret(wanted.mode)
  const { data } = await conditionalWrite(() =>
    KeyRow.create({
      scope: defaultScope,
      ...wanted,
      id: newId(),
      hash: hash('sha256', secret),
      ending: secret.slice(-4),
    }).go(),
  )
  return { ...present(data), secret }
}

/** Returns the keys in the order in which they were issued, including expired and revoked keys. */
export async function list(account: AccountId): Promise<Key[]> {
  await getAccount(account)
  const { data } = await KeyRow.query.ofAccount({ account }).go({ pages: 'all' })
  return data.map(present)
}

/** Revokes a key permanently. A repeated call keeps the first revocation date. */
export async function revoke(account: AccountId, id: string): Promise<Key> {
  const { data: found } = await KeyRow.query.ofAccount({ account, id }).go()
  const [key] = found
  if (!key) throw new Problem('not_found', { message: `Account ${account} has no key ${id}.` })
  const revoking = KeyRow.patch({ hash: key.hash }).data(({ revokedOn }, { ifNotExists }) =>
    ifNotExists(revokedOn, timestamp()),
  )
  const { data } = await revoking.go({ response: 'all_new' })
  return present(data)
}

const noAccount = 0 as AccountId

/**
 * Returns the key and the account that belong to a secret, and records the use of the key. Returns null if the secret
 * is not valid. All secrets cause the same two reads, so the response time does not reveal why a secret is not valid.
 */
export async function authenticate(secret: string) {
  const { data: key } = await KeyRow.get({ hash: hash('sha256', secret) }).go({ consistent: true })
  const account = await findAccount(key?.account ?? noAccount)
  if (!key || !account || stateOf(key, now()) !== 'active') return null
  await recordUse(key)
  return { key, account }
}

function present({ id, account, mode, ending, creationDate, ...row }: KeyRow): Key {
  const { scope = defaultScope, name = null, expires = null, revokedOn = null, lastUsedOn = null } = row
  const state = stateOf(row, now())
  return { id, account, mode, scope, name, ending, creationDate, expires, revokedOn, lastUsedOn, state }
}

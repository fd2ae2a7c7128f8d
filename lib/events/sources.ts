/** Manages the event sources of stores. A source needs no API key, because a secret URL identifies it. */

import { hash, randomBytes } from 'node:crypto'
import { get as getAccount } from '../accounts/index.ts'
import { now } from '../core/clock.ts'
import { env } from '../core/env.ts'
import { newId } from '../core/ids.ts'
import { Problem } from '../core/problem.ts'
import type { AccountId, Tenant } from '../core/tenant.ts'
import { conditionalWrite } from '../store/conditional-write.ts'
import { openSecretStore } from '../store/secrets.ts'
import { type EventSource, EventSourceRow } from './entity.ts'

/** A secret that a rotation has replaced. This secret is accepted until the time `until`. */
interface ReplacedSecret {
  secret: string
  until: string
}

/** The signing secret of a signed source, or the API key of the hosted service. */
interface SourceSecret {
  current: string
  /** The secret that the last rotation has replaced. Earlier releases read only this one, and not `earlier`. */
  previous?: ReplacedSecret
  /** The secrets that earlier rotations have replaced, the newest first. */
  earlier?: ReplacedSecret[]
}

const secrets = () =>
  openSecretStore<SourceSecret>({
    kind: 'event-sources',
    directory: env.eventSecretsDirectory,
    nameOf: ({ account, id }) => `${account}/${id}`,
  })

interface NewSource extends Tenant {
  /** The API of the hosted service, for a hosted source only. */
  hosted?: { api: string; apiKey: string } | undefined
}

interface AddedSource {
  source: EventSource
  /** The path of the source's URL. The path is not stored, and cannot be shown again. */
  path: string
  /** The new signing secret, or null if the source is hosted. */
  secret: string | null
}

const newSigningSecret = () => `whsec_${randomBytes(32).toString('base64')}`

/**
 * `end` is the last segment of the path of the source's URL. The sender signs its requests with `secret`. Both are
 * random, except in samples.
 */
interface Credentials {
  end: string
  secret: string
}

const newCredentials = (): Credentials => ({ end: randomBytes(32).toString('base64url'), secret: newSigningSecret() })

/**
 * Adds a source. The secret is stored before the row of the source, so that every source that can be found has a
 * secret.
 */
export async function addSource(
  { account, mode, hosted }: NewSource,
  { end, secret: signingSecret } = newCredentials(),
): Promise<AddedSource> {
  await getAccount(account)
  const id = newId()
  const secret = hosted ? null : signingSecret
  await secrets().save({ account, mode, id }, { current: hosted?.apiKey ?? signingSecret })
  const kind = hosted ? 'hosted' : 'signed'
  const row = { id, hash: hash('sha256', end), account, mode, kind, api: hosted?.api, ending: end.slice(-4) } as const
  const { data } = await conditionalWrite(() => EventSourceRow.create(row).go())
  return { source: present(data), path: `/checkout/events/${end}`, secret }
}

/** Returns the sources in the order in which they were added. */
export async function listSources(account: AccountId): Promise<EventSource[]> {
  await getAccount(account)
  return (await rowsOf(account)).map(present)
}

async function rowsOf(account: AccountId): Promise<EventSourceRow[]> {
  const { data } = await EventSourceRow.query.ofAccount({ account }).go({ pages: 'all' })
  return data
}

export async function removeSource(account: AccountId, id: string): Promise<EventSource> {
  const row = await getRow(account, id)
  await EventSourceRow.delete({ hash: row.hash }).go()
  await secrets().remove(row)
  return present(row)
}

/**
 * Removes the secrets of an account that is being deleted. This function must run before the rows of the sources are
 * deleted, because the secrets are found by these rows.
 */
export async function removeAllSourceSecrets(account: AccountId): Promise<void> {
  for (const row of await rowsOf(account)) await secrets().remove(row)
}

/**
 * Moves the secrets of an account's sources out of Secrets Manager, where earlier releases stored them. Returns the
 * number of moved secrets.
 */
export async function moveSecretsToTable(account: AccountId): Promise<number> {
  let count = 0
  for (const row of await rowsOf(account)) count += Number(await secrets().move(row))
  return count
}

/** The time for which a secret is accepted after the rotation that has replaced it, in milliseconds. */
const rotationMilliseconds = 24 * 3600 * 1000

/** The maximum number of replaced secrets. KMS encrypts 4 KB, and each request is compared with every valid secret. */
const maxReplaced = 10

/** Returns the replaced secrets that are still valid, the newest first. */
const validReplaced = ({ previous, earlier = [] }: SourceSecret): ReplacedSecret[] =>
  [previous, ...earlier].filter(secret => secret !== undefined).filter(({ until }) => new Date(until) > now())

export async function rotateSecret(account: AccountId, id: string): Promise<{ source: EventSource; secret: string }> {
  const row = await getRow(account, id)
  if (row.kind === 'hosted')
    throw new Problem('state_conflict', { message: 'Only the secret of a signed source can be rotated.' })
  const secret = newSigningSecret()
  const stored = await secrets().load(row)
  const until = new Date(now().getTime() + rotationMilliseconds).toISOString()
  const replaced = stored && {
    previous: { secret: stored.current, until },
    earlier: validReplaced(stored).slice(0, maxReplaced - 1),
  }
  await secrets().save(row, { current: secret, ...replaced })
  return { source: present(row), secret }
}

async function getRow(account: AccountId, id: string): Promise<EventSourceRow> {
  const { data } = await EventSourceRow.query.ofAccount({ account, id }).go()
  const [row] = data
  if (!row) throw new Problem('not_found', { message: `Account ${account} has no event source ${id}.` })
  return row
}

/** Finds a source by the last segment of the path of its URL. */
export async function findSource(end: string): Promise<EventSource | null> {
  const { data } = await EventSourceRow.get({ hash: hash('sha256', end) }).go({ consistent: true })
  return data && present(data)
}

/** Returns the secrets that are valid now, the current one first. */
export async function loadSourceSecrets(source: EventSource): Promise<string[]> {
  const stored = await secrets().load(source)
  return stored ? [stored.current, ...validReplaced(stored).map(({ secret }) => secret)] : []
}

function present({ id, account, mode, kind, api, ending, creationDate }: EventSourceRow): EventSource {
  return { id, account, mode, kind, api: api || null, ending, creationDate }
}

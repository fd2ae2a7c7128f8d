/** What the checkout tells of customers. */

import { isDeepStrictEqual } from 'node:util'
import { emailHash } from '../core/email.ts'
import { type EventStamp, stampTime } from '../core/event-stamp.ts'
import { guestIdOf } from '../core/ids.ts'
import { log } from '../core/log.ts'
import type { Tenant } from '../core/tenant.ts'
import { retryOnConflict } from '../store/conflict.ts'
import type { ExtraWrite } from '../store/transaction.ts'
import { type CustomerRow, keyOf } from './entity.ts'
import type { CustomerUpdate } from './events.ts'
import { isGuest, mergeGuestInto } from './guest.ts'
import { emailOf } from './presenter.ts'
import { find, findClaim, type ResolvedCustomer, resolveCustomer } from './resolve.ts'
import { applyUpdate } from './rules.ts'
import { idAlias, pastEmail, save } from './save.ts'

/**
 * The customer who is told of: created or brought up to date; nobody where one is meant who is gone. Who registers is
 * known by id, and may have another e-mail address than before. An order is of whoever has the address, or had it then.
 */
export const upsertCustomer = (
  tenant: Tenant,
  told: CustomerUpdate,
  stamp: EventStamp,
): Promise<string | undefined> => retryOnConflict(() => meetNow({ tenant, told, stamp }))

interface Telling {
  tenant: Tenant
  told: CustomerUpdate
  stamp: EventStamp
}

async function meetNow(telling: Telling): Promise<string | undefined> {
  const { tenant, told, stamp } = telling
  const meant = await resolveCustomer(tenant, told.id)
  const { owner, isGone, isUnheardOf, freedAt } = await ownerOf(telling)
  const heard = { ...telling, meant, isUnheardOf }
  const known = stampTime(stamp) > meant.freedAt ? meant.customer : null
  if (known && (told.isRegistration || !owner || isGuest(owner))) return meetKnown(heard, known, owner)
  if (isGone) return undefined
  if (owner) return updated(owner, heard)
  if (stampTime(stamp) <= meant.freedAt) return undefined
  const fresh = { ...keyOf(tenant, freeId(heard, freedAt)), ...unknown }
  const also = alsoCalled(fresh, heard)
  return (await save(applyUpdate(fresh, told, stamp), null, also)).id
}

interface Heard extends Telling {
  /** Whom the checkout's id means so far. */
  meant: ResolvedCustomer
  /** Whether nobody has ever had the e-mail address. */
  isUnheardOf: boolean
}

/** Who had the e-mail address when something was said with it; gone is somebody who was deleted since. */
async function ownerOf({ tenant, told, stamp }: Telling) {
  const claim = await findClaim(tenant, told.email)
  const freedAt = claim?.freedAt
  const isBefore = freedAt !== undefined && stampTime(stamp) <= freedAt
  const isTheirs = claim !== null && isBefore === (claim.isFree ?? false)
  const owner = isTheirs ? await find(tenant, claim.customerId) : null
  return { owner, isGone: isBefore && !owner, isUnheardOf: claim === null, freedAt }
}

/** A guest who has bought under an address of theirs was nobody else; of two others, the first keeps the address. */
async function meetKnown(heard: Heard, known: CustomerRow, owner: CustomerRow | null) {
  if (!owner || owner.id === known.id) return updated(known, heard)
  if (isGuest(owner)) {
    await mergeGuestInto(known, owner)
    return meetNow(heard)
  }
  log.warn('A customer keeps the former e-mail address: the new one is that of another.', { id: known.id })
  return updated(known, { ...heard, told: { ...heard.told, email: emailOf(known) } })
}

async function updated(row: CustomerRow, heard: Heard): Promise<string> {
  const { told, stamp, isUnheardOf } = heard
  const after = applyUpdate(row, told, stamp)
  const isFormer = isUnheardOf && emailHash(told.email) !== emailHash(emailOf(after))
  const also = [...alsoCalled(row, heard), ...(isFormer ? [pastEmail(row, told.email)] : [])]
  if (also.length > 0 || !isDeepStrictEqual(after, row)) await save(after, row, also)
  return row.id
}

/** The checkout may have another id for a customer, by whom nobody else is called by now. */
function alsoCalled(row: CustomerRow, { told: { id }, stamp, meant }: Heard): ExtraWrite[] {
  if (!id || id === row.id) return []
  return meant.customer || stampTime(stamp) <= meant.freedAt ? [] : [idAlias(row, id, meant)]
}

/** The checkout's own id, unless it means somebody else, or somebody who was deleted. */
function freeId({ tenant, told, meant }: Heard, since = ''): string {
  const isTaken = meant.customer !== null || meant.claim !== null
  return told.id && !isTaken ? told.id : guestIdOf(tenant, emailHash(told.email), since)
}

const unknown = {
  version: 0,
  latest: {},
  status: 'Unconfirmed' as const,
  creationDate: '9999',
  ordersCount: 0,
  ordersCents: 0,
}

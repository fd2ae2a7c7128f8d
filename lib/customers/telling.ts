/** What the checkout tells of customers. */

import { isDeepStrictEqual } from 'node:util'
import { emailHash } from '../kit/email.ts'
import { buyerIdOf } from '../kit/ids.ts'
import { log } from '../kit/log.ts'
import { type Stamp, timeOf } from '../kit/stamp.ts'
import type { Tenant } from '../kit/tenant.ts'
import { onFreshData } from '../store/write.ts'
import type { Beside } from '../store/writing.ts'
import { type CustomerRow, keyOf } from './entity.ts'
import { find, findClaim, type Meant, whoIs } from './find.ts'
import { isGuest, takeOver } from './guest.ts'
import { emailOf } from './present.ts'
import { broughtUpToDate } from './rules.ts'
import { called, formerly, save } from './save.ts'
import type { ToldCustomer } from './told.ts'

/**
 * The customer who is told of: created or brought up to date; nobody where one is meant who is gone. Who registers is
 * known by id, and may have another e-mail address than before. An order is of whoever has the address, or had it then.
 */
export const meet = (tenant: Tenant, told: ToldCustomer, stamp: Stamp): Promise<string | undefined> =>
  onFreshData(() => meetNow({ tenant, told, stamp }))

interface Telling {
  tenant: Tenant
  told: ToldCustomer
  stamp: Stamp
}

async function meetNow(telling: Telling): Promise<string | undefined> {
  const { tenant, told, stamp } = telling
  const meant = await whoIs(tenant, told.id)
  const { owner, isGone, isUnheardOf, freedAt } = await ownerOf(telling)
  const heard = { ...telling, meant, isUnheardOf }
  const known = timeOf(stamp) > meant.freedAt ? meant.customer : null
  if (known && (told.isRegistration || !owner || isGuest(owner))) return meetKnown(heard, known, owner)
  if (isGone) return undefined
  if (owner) return updated(owner, heard)
  if (timeOf(stamp) <= meant.freedAt) return undefined
  const fresh = { ...keyOf(tenant, freeId(heard, freedAt)), ...unknown }
  const also = alsoCalled(fresh, heard)
  return (await save(broughtUpToDate(fresh, told, stamp), null, also)).id
}

interface Heard extends Telling {
  /** Whom the checkout's id means so far. */
  meant: Meant
  /** Whether nobody has ever had the e-mail address. */
  isUnheardOf: boolean
}

/** Who had the e-mail address when something was said with it; gone is somebody who was deleted since. */
async function ownerOf({ tenant, told, stamp }: Telling) {
  const claim = await findClaim(tenant, told.email)
  const freedAt = claim?.freedAt
  const isBefore = freedAt !== undefined && timeOf(stamp) <= freedAt
  const isTheirs = claim !== null && isBefore === (claim.isFree ?? false)
  const owner = isTheirs ? await find(tenant, claim.customerId) : null
  return { owner, isGone: isBefore && !owner, isUnheardOf: claim === null, freedAt }
}

/** A guest who has bought under an address of theirs was nobody else; of two others, the first keeps the address. */
async function meetKnown(heard: Heard, known: CustomerRow, owner: CustomerRow | null) {
  if (!owner || owner.id === known.id) return updated(known, heard)
  if (isGuest(owner)) {
    await takeOver(known, owner)
    return meetNow(heard)
  }
  log.warn('A customer keeps the former e-mail address: the new one is that of another.', { id: known.id })
  return updated(known, { ...heard, told: { ...heard.told, email: emailOf(known) } })
}

async function updated(row: CustomerRow, heard: Heard): Promise<string> {
  const { told, stamp, isUnheardOf } = heard
  const after = broughtUpToDate(row, told, stamp)
  const isFormer = isUnheardOf && emailHash(told.email) !== emailHash(emailOf(after))
  const also = [...alsoCalled(row, heard), ...(isFormer ? [formerly(row, told.email)] : [])]
  if (also.length > 0 || !isDeepStrictEqual(after, row)) await save(after, row, also)
  return row.id
}

/** The checkout may have another id for a customer, by whom nobody else is called by now. */
function alsoCalled(row: CustomerRow, { told: { id }, stamp, meant }: Heard): Beside[] {
  if (!id || id === row.id) return []
  return meant.customer || timeOf(stamp) <= meant.freedAt ? [] : [called(row, id, meant)]
}

/** The checkout's own id, unless it means somebody else, or somebody who was deleted. */
function freeId({ tenant, told, meant }: Heard, since = ''): string {
  const isTaken = meant.customer !== null || meant.claim !== null
  return told.id && !isTaken ? told.id : buyerIdOf(tenant, emailHash(told.email), since)
}

const unknown = {
  version: 0,
  facts: {},
  status: 'Unconfirmed' as const,
  creationDate: '9999',
  ordersCount: 0,
  ordersCents: 0,
}

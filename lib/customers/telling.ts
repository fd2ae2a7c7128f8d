/** What the checkout tells of customers. */

import { isDeepStrictEqual } from 'node:util'
import { emailHash } from '../kit/email.ts'
import { buyerIdOf } from '../kit/ids.ts'
import { log } from '../kit/log.ts'
import { Problem } from '../kit/problem.ts'
import { isNewer, type Stamp, timeOf } from '../kit/stamp.ts'
import type { Tenant } from '../kit/tenant.ts'
import { onFreshData } from '../store/write.ts'
import type { Beside } from '../store/writing.ts'
import { type CustomerRow, keyOf } from './entity.ts'
import { find, findClaim, type Meant, whoIs } from './find.ts'
import { emailOf } from './present.ts'
import { broughtUpToDate } from './rules.ts'
import { called, emailInUse, save } from './save.ts'
import type { ToldCustomer } from './told.ts'

/**
 * The customer with an e-mail address: created or brought up to date; nobody where one is meant who is gone. An
 * address that nobody has may be the former one of a customer who is known by id.
 */
export const meet = (tenant: Tenant, told: ToldCustomer, stamp: Stamp): Promise<string | undefined> =>
  onFreshData(() => meetNow({ tenant, told, stamp, meaning: () => whoIs(tenant, told.id) }))

interface Meeting {
  tenant: Tenant
  told: ToldCustomer
  stamp: Stamp
  /** Whom the checkout's id means, as all of one attempt believe. */
  meaning: () => Promise<Meant>
}

async function meetNow({ tenant, told, stamp, meaning }: Meeting): Promise<string | undefined> {
  const claim = await findClaim(tenant, told.email)
  const known = claim && (await find(tenant, claim.customerId))
  if (claim?.freedAt && timeOf(stamp) <= claim.freedAt) return claim.isFree ? known?.id : undefined
  if (known && !claim.isFree) return updated(known, told, stamp)
  const meant = await meaning()
  const { customer: renamed, freedAt } = meant
  if (timeOf(stamp) <= freedAt) return undefined
  if (renamed && !isNewer(stamp, renamed.facts.email?.stamp)) return updated(renamed, told, stamp)
  const id = freeId(tenant, { told, meant, since: claim?.freedAt })
  const fresh = broughtUpToDate({ ...keyOf(tenant, id), ...unknown }, told, stamp)
  return (await save(fresh, null, await alsoCalled(fresh, told, stamp))).id
}

/** A registered customer is known by id, and may have another e-mail address than before, told at the same moment too. */
export async function learn(tenant: Tenant, told: ToldCustomer, stamp: Stamp): Promise<void> {
  await onFreshData(async () => {
    const meant = await whoIs(tenant, told.id)
    const { customer: known, freedAt } = meant
    const isKnown = known !== null && timeOf(stamp) > freedAt
    if (!isKnown || emailHash(emailOf(known)) === emailHash(told.email))
      return meetNow({ tenant, told, stamp, meaning: async () => meant })
    return updated(known, told, stamp)
      .catch(emailInUse)
      .catch(keepingEmail(known, told, stamp))
  })
}

async function updated(row: CustomerRow, told: ToldCustomer, stamp: Stamp): Promise<string> {
  const after = broughtUpToDate(row, told, stamp)
  const also = await alsoCalled(row, told, stamp)
  if (also.length > 0 || !isDeepStrictEqual(after, row)) await save(after, row, also)
  return row.id
}

/** The checkout may have another id for a customer, by whom nobody else is called by now. */
async function alsoCalled(row: CustomerRow, { id }: ToldCustomer, stamp: Stamp): Promise<Beside[]> {
  if (!id || id === row.id) return []
  const meant = await whoIs(row, id)
  return meant.customer || timeOf(stamp) <= meant.freedAt ? [] : [called(row, id, meant)]
}

/** Of two customers who are said to have one address, the first keeps it. */
const keepingEmail = (row: CustomerRow, told: ToldCustomer, stamp: Stamp) => (fault: unknown) => {
  if (!(fault instanceof Problem)) throw fault
  log.warn('A customer keeps the former e-mail address: the new one is that of another.', { id: row.id })
  return updated(row, { ...told, email: emailOf(row) }, stamp)
}

interface Wanted {
  told: ToldCustomer
  /** Whom the checkout's id means so far. */
  meant: Meant
  /** When the e-mail address was given up last. */
  since: string | undefined
}

/** The checkout's own id, unless it means somebody else, or somebody who was deleted. */
function freeId(tenant: Tenant, { told, meant, since = '' }: Wanted): string {
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

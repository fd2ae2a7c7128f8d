/** Erases a customer. Only hashes and ids are kept, so that older events do not store personal data again. */

import { emailHash } from '../core/email.ts'
import { type EventStamp, type StampedEvent, stampTime } from '../core/event-stamp.ts'
import type { CustomerId } from '../core/ids.ts'
import { Problem } from '../core/problem.ts'
import type { Tenant } from '../core/tenant.ts'
import { retryOnConflict } from '../store/conditional-write.ts'
import { pagesOfShards } from '../store/row-pages.ts'
import { keyById, listEntriesOrFault } from '../store/save.ts'
import {
  type CustomerIdentifiers,
  nameOf,
  type StoredObject,
  type UnreadableObject,
  type VersionedRow,
} from '../store/stored-object.ts'
import { type CustomerRow, EmailClaim, ErasureRow, erasureKeyOf } from './entity.ts'
import { find, findEmailClaim, noCustomer, readAliasPages, resolveCustomer } from './load.ts'
import { removeCustomer } from './save.ts'
import { customerDefinition } from './stored-object.ts'

export interface CustomerIdentity {
  ids: ReadonlySet<string>
  emailHashes: ReadonlySet<string>
}

/**
 * Returns all ids and e-mail hashes of the owner of an e-mail address, even if this customer was deleted. Throws if
 * this customer has another address now.
 */
export async function readIdentityByEmail({ account, mode }: Tenant, email: string): Promise<CustomerIdentity> {
  const tenant = { account, mode }
  const claim = await findEmailClaim(tenant, email)
  const { customer } = claim?.isFree ? await resolveCustomer(tenant, claim.customerId) : noCustomer
  if (customer) throw formerAddress(customer)
  const ids = new Set<string>([...(claim ? [claim.customerId] : []), ...(await idsErasedWith(tenant, email))])
  await addAliases(tenant, ids)
  return { ids, emailHashes: new Set([emailHash(email), ...(await emailHashesOf(tenant, ids))]) }
}

/**
 * Returns the ids that the last erasure of the address has recorded. If it was interrupted, and the customer has come
 * back with another id, only these ids show which of the earlier objects are left. An id that is an alias of another
 * customer now is left out.
 */
async function idsErasedWith(tenant: Tenant, email: string): Promise<string[]> {
  const { data: last } = await ErasureRow.get(erasureKeyOf(tenant, emailHash(email))).go({ consistent: true })
  if (!last) return []
  const ids: string[] = []
  for await (const rows of allErasures(tenant))
    for (const { subject, erasedAt } of rows)
      if (erasedAt === last.erasedAt && isId(subject) && !(await resolveCustomer(tenant, subject)).customer)
        ids.push(subject)
  return ids
}

/** The subject of an erasure is an id or a hash, which has no hyphens. */
const isId = (subject: string): subject is CustomerId => subject.includes('-')

const allErasures = (tenant: Tenant) =>
  pagesOfShards((shard, page) => ErasureRow.query.bySubject({ ...tenant, shard }).go(page), { consistent: true })

/**
 * Adds the other ids of the same customers: aliases of the ids, and those of which the ids are aliases. An alias may
 * refer to another alias, so the search repeats until it finds no new id.
 */
async function addAliases(tenant: Tenant, ids: Set<string>): Promise<void> {
  for (let known = 0; known < ids.size; ) {
    known = ids.size
    for await (const aliases of readAliasPages(tenant))
      for (const { id, customerId } of aliases) if (ids.has(customerId) || ids.has(id)) ids.add(id).add(customerId)
  }
}

async function emailHashesOf(tenant: Tenant, ids: ReadonlySet<string>): Promise<string[]> {
  const hashes: string[] = []
  for await (const claims of allClaims(tenant))
    for (const { customerId, emailHash } of claims) if (ids.has(customerId)) hashes.push(emailHash)
  return hashes
}

const allClaims = (tenant: Tenant) =>
  pagesOfShards((shard, page) => EmailClaim.query.byEmail({ ...tenant, shard }).go(page), { consistent: true })

const formerAddress = ({ id }: CustomerRow) =>
  new Problem('state_conflict', {
    message: `The address is a former one of the customer ${id}. Erase that customer by the present address.`,
  })

export interface DataOwner {
  /** True if the data is of the customer whose identity is given. */
  isCustomer: boolean
  /** The id of another customer who had the e-mail address in the data. */
  otherId?: CustomerId
}

/**
 * Finds the owner of data. An e-mail address may have several owners over time, so data with the address and the id of
 * another customer is of that customer. If that customer was deleted, the data is of the present owner of the address.
 */
export async function findDataOwner(
  tenant: Tenant,
  { ids, emailHashes }: CustomerIdentity,
  { customerId, email, erasedEmailHash }: CustomerIdentifiers,
): Promise<DataOwner> {
  if (customerId && ids.has(customerId)) return { isCustomer: true }
  const hash = email ? emailHash(email) : erasedEmailHash
  if (!hash || !emailHashes.has(hash)) return { isCustomer: false }
  const { customer } = await resolveCustomer(tenant, (customerId as CustomerId | undefined) ?? null)
  return customer && !ids.has(customer.id) ? { isCustomer: false, otherId: customer.id } : { isCustomer: true }
}

/** Returns whether data of the customer may be newer than the last erasure, because the customer has come back since. */
export async function hasReturned(tenant: Tenant, { ids }: CustomerIdentity): Promise<boolean> {
  for (const id of ids) {
    const { data } = await ErasureRow.get(erasureKeyOf(tenant, id)).go({ consistent: true })
    if (!data || (await find(tenant, id as CustomerId))) return true
  }
  return false
}

interface ErasedCustomers {
  /** The number of deleted rows. */
  count: number
  /** The customers that are not deleted, because their rows are damaged. */
  unreadable: UnreadableObject[]
}

/** Erases a customer. A later order creates a new customer. */
export async function erase(
  tenant: Tenant,
  { ids, emailHashes }: CustomerIdentity,
  erasedAt: string,
): Promise<ErasedCustomers> {
  for (const subject of [...ids, ...emailHashes])
    await ErasureRow.put({ ...erasureKeyOf(tenant, subject), erasedAt }).go()
  const erased: ErasedCustomers = { count: 0, unreadable: [] }
  for (const id of ids) await remove(tenant, id as CustomerId, erased)
  return erased
}

const remove = (tenant: Tenant, id: CustomerId, erased: ErasedCustomers): Promise<void> =>
  retryOnConflict(async () => {
    const row = await find(tenant, id)
    if (!row) return
    const { fault } = listEntriesOrFault(customerDefinition, row)
    if (fault !== undefined) erased.unreadable.push({ name: nameOf(customerDefinition, row), fault })
    else {
      await removeCustomer(row)
      erased.count++
    }
  })

interface Named {
  id?: string | null | undefined
  email?: string | null | undefined
}

interface Subject {
  object: StoredObject
  id: string
  customer: Named
}

/**
 * Returns the time at which the object was erased. If the object was not erased, returns the time at which its customer
 * was erased, provided that this was not before the event. Otherwise, returns undefined. A stored object may be of
 * another customer than the one who was erased, although its event has the same e-mail address.
 */
export async function findErasedAtForEvent(
  { tenant, stamp }: Pick<StampedEvent<unknown>, 'tenant' | 'stamp'>,
  { object: { entity, keyOf }, id, customer }: Subject,
): Promise<string | undefined> {
  const key = keyOf(keyById(tenant, id) as object as VersionedRow)
  const [{ data }, erasedAt] = await Promise.all([
    entity.get(key).go({ consistent: true, attributes: ['erasedAt', 'customerId'] }),
    findCustomerErasedAt(tenant, customer, stamp),
  ])
  if (!erasedAt || data?.erasedAt || !data?.customerId) return data?.erasedAt ?? erasedAt
  return findCustomerErasedAt(tenant, { id: data.customerId }, stamp)
}

/** Returns the time at which the customer was erased; undefined if there was no erasure since the event. */
export async function findCustomerErasedAt(
  tenant: Tenant,
  { id, email }: Named,
  stamp: EventStamp,
): Promise<string | undefined> {
  const subjects = [...(id ? [id] : []), ...(email ? [emailHash(email)] : [])]
  const found = await Promise.all(
    subjects.map(subject => ErasureRow.get(erasureKeyOf(tenant, subject)).go({ consistent: true })),
  )
  return found.map(({ data }) => data?.erasedAt ?? '').find(erasedAt => erasedAt >= stampTime(stamp))
}

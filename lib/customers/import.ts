/** Imports customers, and saves the buyers of imported orders and subscriptions. */

import { timestamp } from '../core/clock.ts'
import { importStamp, type StampedEvent, stampTime } from '../core/event-stamp.ts'
import type { CustomerId } from '../core/ids.ts'
import type { Tenant } from '../core/tenant.ts'
import { requirePackedSize } from '../store/attributes.ts'
import type { ChangeResult } from '../store/change.ts'
import { upsertCustomer, upsertCustomerWithResult } from './apply.ts'
import type { CustomerData } from './checkout-events.ts'
import { findCustomerErasedAt } from './erase.ts'
import { resolveCustomer } from './load.ts'

/**
 * If an imported customer has no creation date, the stamp of the import contains this date. All events and requests
 * have later dates.
 */
const unknownDate = '0001-01-01T00:00:00.000Z'

/** An imported customer may have at most this size after compression. */
const maxBytes = 190_000

/**
 * Imports a customer, as a guest if the customer has not registered. The stamp of the import contains the creation
 * date, because imported customers have no modification date. A customer who was deleted or erased in this API is not
 * created again.
 */
export async function importCustomer(
  tenant: Tenant,
  customer: CustomerData,
  accountCurrency: string,
): Promise<{ id: string; result: ChangeResult; isErased?: true }> {
  requirePackedSize('customer', customer, maxBytes)
  const { id, creationDate, isConfirmed } = customer
  const stamp = importStamp(creationDate ?? unknownDate)
  const content = { ...customer, creationDate: creationDate ?? timestamp(), isRegistration: isConfirmed }
  const isErased = (await findCustomerErasedAt(tenant, customer, stamp)) !== undefined
  const event = { tenant, stamp, content: { ...content, isImport: true as const } }
  const unchanged = { id: id ?? '', result: 'unchanged' } as const
  if (isErased) return { ...unchanged, isErased }
  return (await upsertCustomerWithResult(event, accountCurrency)) ?? unchanged
}

interface Buyer extends Omit<CustomerData, 'email' | 'isRegistration'> {
  email: string | null
  /** The id of the customer, if it is known also if the customer has another e-mail address than the buyer. */
  userId?: CustomerId | null
}

/**
 * Finds the customer with the id of the buyer. If no customer has this id, saves a customer with the e-mail address of
 * the buyer. If the buyer has no e-mail address either, returns undefined.
 */
export async function findOrSaveBuyer(
  { tenant, stamp, content: { email, userId, ...buyer } }: StampedEvent<Buyer>,
  accountCurrency: string,
): Promise<CustomerId | undefined> {
  const { customer, freedAt } = await resolveCustomer(tenant, userId ?? buyer.id)
  if (customer && freedAt < stampTime(stamp)) return customer.id
  if (!email) return undefined
  return upsertCustomer({ tenant, stamp, content: { ...buyer, email, isRegistration: false } }, accountCurrency)
}

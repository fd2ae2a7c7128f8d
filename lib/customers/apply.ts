/** Applies checkout events to customers, and applies an event again after a write conflict. */

import { isDeepStrictEqual } from 'node:util'
import { emailHash } from '../core/email.ts'
import { type StampedEvent, stampTime } from '../core/event-stamp.ts'
import { type CustomerId, guestIdOf } from '../core/ids.ts'
import { log } from '../core/log.ts'
import type { ChangeResult } from '../store/change.ts'
import { retryOnConflict } from '../store/conditional-write.ts'
import type { CustomerData } from './checkout-events.ts'
import { type CustomerDecision, decideCustomer } from './decide-customer.ts'
import { type CustomerRow, keyOf } from './entity.ts'
import { type CustomersByIdAndEmail, loadByIdAndEmail } from './load.ts'
import { applyUpdate, emailOf } from './rules.ts'
import {
  aliasWrite,
  createCustomer,
  mergeGuest,
  noAliasCheck,
  noCustomerCheck,
  pastEmailWrite,
  updateCustomer,
} from './save.ts'

interface CustomerEvent extends StampedEvent<CustomerData> {
  accountCurrency: string
}

/** Saves the customer of an event, and returns the id; undefined if `decideCustomer` ignores the event. */
export const upsertCustomer = async (
  event: StampedEvent<CustomerData>,
  accountCurrency: string,
): Promise<CustomerId | undefined> => (await upsertCustomerWithResult(event, accountCurrency))?.id

interface Saved {
  id: CustomerId
  result: ChangeResult
}

/** Saves the customer of an event. Does nothing and returns undefined if `decideCustomer` ignores the event. */
export const upsertCustomerWithResult = (
  event: StampedEvent<CustomerData>,
  accountCurrency: string,
): Promise<Saved | undefined> => retryOnConflict(() => applyEvent({ ...event, accountCurrency }))

async function applyEvent(event: CustomerEvent): Promise<Saved | undefined> {
  const records = await loadByIdAndEmail(event.tenant, event.content)
  const decision = decideCustomer(records, event.content, event.stamp)
  switch (decision.action) {
    case 'create':
      return create(event, records, decision)
    case 'update':
      return update(event, records, decision)
    case 'merge-guest':
      await mergeGuest(decision.customer, decision.guest, event.stamp)
      return applyEvent(event)
    case 'ignore':
      return undefined
  }
}

type DecisionOf<A extends CustomerDecision['action']> = Extract<CustomerDecision, { action: A }>

async function create(
  event: CustomerEvent,
  records: CustomersByIdAndEmail,
  { id, alias }: DecisionOf<'create'>,
): Promise<Saved> {
  const { tenant, content, accountCurrency } = event
  const { emailClaim, byId } = records
  const newId = id ?? guestIdOf(tenant, emailHash(content.email), emailClaim?.freedAt ?? '')
  const creationDate = content.creationDate ?? stampTime(event.stamp)
  const row = rowAfter({ ...keyOf(tenant, newId), ...newCustomerDefaults, creationDate, accountCurrency }, event)
  const extraWrites = [...(alias ? [aliasWrite(row, alias, byId)] : []), ...(id ? [noAliasCheck(tenant, id)] : [])]
  await createCustomer(row, { emailClaim, extraWrites })
  return { id: newId, result: 'created' }
}

async function update(
  event: CustomerEvent,
  records: CustomersByIdAndEmail,
  decision: DecisionOf<'update'>,
): Promise<Saved> {
  const { emailClaim, byId } = records
  const { customer, alias, keepEmail } = decision
  if (keepEmail) warnIfEmailDiffers(customer, event.content.email)
  const email = keepEmail ? emailOf(customer) : event.content.email
  const after = rowAfter(customer, { ...event, content: { ...event.content, email } })
  const isPastEmail = !emailClaim && emailHash(email) !== emailHash(emailOf(after))
  const extraWrites = [
    ...(alias ? [aliasWrite(customer, alias, byId), noCustomerCheck(customer, alias)] : []),
    ...(isPastEmail ? [pastEmailWrite(after, email, event.stamp)] : []),
  ]
  const isUnchanged = extraWrites.length === 0 && isDeepStrictEqual(after, customer)
  if (!isUnchanged) await updateCustomer(after, customer, { emailClaim, extraWrites })
  return { id: customer.id, result: isUnchanged ? 'unchanged' : 'updated' }
}

function warnIfEmailDiffers(customer: CustomerRow, sent: string): void {
  const { account, mode, id } = customer
  if (emailHash(sent) !== emailHash(emailOf(customer)))
    log.warn('A customer keeps their e-mail address: the new one belongs to another customer.', { account, mode, id })
}

const rowAfter = (row: CustomerRow, { content, stamp, accountCurrency }: CustomerEvent): CustomerRow => ({
  ...applyUpdate(row, content, stamp),
  accountCurrency: accountCurrency.toLowerCase(),
})

const newCustomerDefaults = {
  version: 0,
  latest: {},
  status: 'Unconfirmed' as const,
  ordersCount: 0,
  ordersAmount: 0n,
  subscriptionsCount: 0,
}

/** Imports a subscription of the V1 or the V3 engine, with its subscriber and its invoices. */

import * as accounts from '../accounts/index.ts'
import { nestedImportStamp } from '../core/event-stamp.ts'
import type { OrderToken } from '../core/ids.ts'
import { parseWithConversions } from '../core/parse-with-conversions.ts'
import type { Tenant } from '../core/tenant.ts'
import * as customers from '../customers/index.ts'
import * as orders from '../orders/index.ts'
import * as subscriptions from '../subscriptions/index.ts'
import type { ImportResult, SourceReplies } from './source-replies.ts'

/**
 * Imports a subscription. If its subscriber was erased and the subscription has ended, the personal data is not
 * imported. A subscription that has not ended needs the personal data for its later payments.
 */
export async function importSubscription(
  tenant: Tenant,
  source: SourceReplies['subscriptions'],
): Promise<ImportResult> {
  const imported = parseWithConversions(subscriptions.ImportedSubscription, source)
  const { id, engine, subscriber, creationDate, modificationDate } = imported.update
  const hasEnded = subscriptions.isFinal(imported.state)
  const { currency: accountCurrency, timeZone } = await accounts.get(tenant.account)
  const event = { tenant, stamp: nestedImportStamp(creationDate ?? modificationDate ?? ''), content: subscriber }
  const [erasedAt, currency] = await Promise.all([
    hasEnded &&
      customers.findErasedAtForEvent(event, { object: subscriptions.subscriptionDefinition, id, customer: subscriber }),
    engine === 'V3' ? orders.findOrderCurrency(tenant, id as string as OrderToken) : null,
  ])
  const customerId = erasedAt ? undefined : ((await customers.findOrSaveBuyer(event, accountCurrency)) ?? subscriber.id)
  const context = {
    customerId: customerId ?? undefined,
    accountCurrency,
    timeZone,
    currency,
    erasedAt: erasedAt || undefined,
  }
  const { result, isErased } = await subscriptions.importSubscription(tenant, imported, context)
  if (customerId) await customers.finishMerge(tenant, customerId)
  return { id, result, ...(isErased && { isErased }) }
}

/** Lists every entity of the table, with a query for its rows in one store. Exports and deletions use this list. */

import { AccountRow } from '../accounts/entity.ts'
import * as carts from '../carts/index.ts'
import { EmailClaim, ErasureRow, IdAlias } from '../customers/entity.ts'
import * as customers from '../customers/index.ts'
import { CodeClaim } from '../discounts/entity.ts'
import * as discounts from '../discounts/index.ts'
import { DomainsRow } from '../domains/entity.ts'
import { DeliveryRow, EventSourceRow } from '../events/entity.ts'
import { KeyRow } from '../keys/entity.ts'
import { MailRow } from '../mail/entity.ts'
import { StockMovementRow } from '../orders/entity.ts'
import * as orders from '../orders/index.ts'
import {
  EarlyReportRow,
  OperationRow,
  PaymentRow,
  SandboxAction,
  SandboxAttempts,
  SandboxPayment,
} from '../payments/entity.ts'
import * as products from '../products/index.ts'
import { CreditNoteCounter } from '../refunds/entity.ts'
import { SessionRow } from '../sessions/entity.ts'
import { MethodRow } from '../shipping/entity.ts'
import { IdempotencyRow } from '../store/idempotency.ts'
import { ProcessedEventRow } from '../store/processed-events.ts'
import { RateLimitRow } from '../store/rate-limit.ts'
import { ReplyPart } from '../store/stored-reply.ts'
import { InvoiceOrderRow, InvoiceRow, type SubscriptionRow } from '../subscriptions/entity.ts'
import * as subscriptions from '../subscriptions/index.ts'
import { dependentRows, type StoredEntity, type StoredRow, storedEntity, storedObject } from './stored-entity.ts'

const sharded = { isSharded: true }
const exported = { isExported: true }

const invoicesOf = (row: StoredRow) => InvoiceRow.query.bySubscription(subscriptionOf(row as SubscriptionRow))
const subscriptionOf = ({ account, mode, id }: SubscriptionRow) => ({ account, mode, subscriptionId: id })

/**
 * The entities of one mode in the order of deletion. Payment operations are first, because their completion writes
 * other rows.
 */
export const tenantEntities: readonly StoredEntity[] = [
  storedEntity(OperationRow, at => OperationRow.query.byId(at)),
  storedEntity(SessionRow, at => SessionRow.query.byToken(at), sharded),
  storedEntity(IdempotencyRow, at => IdempotencyRow.query.byKey(at), { isByEndpoint: true }),
  storedEntity(ReplyPart, at => ReplyPart.query.byKey(at), { isByEndpoint: true }),
  storedEntity(DomainsRow, at => DomainsRow.query.ofTenant(at), exported),
  storedEntity(MethodRow, at => MethodRow.query.inOrder(at), exported),
  storedObject(discounts.discountDefinition),
  storedEntity(CodeClaim, at => CodeClaim.query.byCode(at)),
  storedObject(products.productDefinition),
  storedObject(customers.customerDefinition),
  storedObject(carts.cartDefinition),
  storedObject(orders.orderDefinition),
  storedEntity(StockMovementRow, at => StockMovementRow.query.byProduct(at), sharded),
  storedObject(subscriptions.subscriptionDefinition, [dependentRows(InvoiceRow, invoicesOf)]),
  storedEntity(InvoiceOrderRow, at => InvoiceOrderRow.query.byOrder(at), sharded),
  storedEntity(MailRow, at => MailRow.query.byId(at), { ...sharded, ...exported }),
  storedEntity(PaymentRow, at => PaymentRow.query.byTransaction(at), { ...sharded, ...exported }),
  storedEntity(EarlyReportRow, at => EarlyReportRow.query.byTransaction(at), sharded),
  storedEntity(CreditNoteCounter, at => CreditNoteCounter.query.only(at), exported),
  storedEntity(SandboxAction, at => SandboxAction.query.bySubject(at), exported),
  storedEntity(SandboxPayment, at => SandboxPayment.query.bySubject(at)),
  storedEntity(SandboxAttempts, at => SandboxAttempts.query.byName(at)),
  storedEntity(EmailClaim, at => EmailClaim.query.byEmail(at), sharded),
  storedEntity(IdAlias, at => IdAlias.query.byId(at), sharded),
  storedEntity(ErasureRow, at => ErasureRow.query.bySubject(at), { ...sharded, staysWithAccount: true }),
  storedEntity(DeliveryRow, at => DeliveryRow.query.byHash(at), sharded),
  storedEntity(ProcessedEventRow, at => ProcessedEventRow.query.byEvent(at), sharded),
]

/** The entities that both modes share. The account is last, so that an interrupted deletion can be repeated. */
export const accountEntities: readonly StoredEntity[] = [
  storedEntity(RateLimitRow, at => RateLimitRow.query.byName(at)),
  storedEntity(KeyRow, at => KeyRow.query.ofAccount(at), exported),
  storedEntity(EventSourceRow, at => EventSourceRow.query.ofAccount(at), exported),
  storedEntity(AccountRow, at => AccountRow.query.byNumber(at), exported),
]

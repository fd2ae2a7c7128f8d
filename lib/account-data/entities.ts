/** Defines the queries that exports and deletions use for all rows of an account, except list entries and tallies. */

import { AccountRow } from '../accounts/entity.ts'
import * as carts from '../carts/index.ts'
import { secretKinds } from '../core/aws-names.ts'
import { EmailClaim, ErasureRow, IdAlias } from '../customers/entity.ts'
import * as customers from '../customers/index.ts'
import { CodeClaim } from '../discounts/entity.ts'
import * as discounts from '../discounts/index.ts'
import { DomainsRow } from '../domains/entity.ts'
import { EventSourceRow, ReceivedWebhookRow } from '../events/entity.ts'
import { KeyRow } from '../keys/entity.ts'
import { ListsVersionRow } from '../lists/lists-version.ts'
import { WordSuffixRow } from '../lists/word-suffixes.ts'
import { MailRow } from '../mail/entity.ts'
import * as mail from '../mail/index.ts'
import { StockMovementRow } from '../orders/entity.ts'
import * as orders from '../orders/index.ts'
import {
  OperationRow,
  PaymentRow,
  ReportAwaitingOrderRow,
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
import { SecretRow } from '../store/secret-rows.ts'
import { ReplyPart } from '../store/stored-reply.ts'
import { InvoiceOrderRow, InvoiceRow, type SubscriptionRow } from '../subscriptions/entity.ts'
import * as subscriptions from '../subscriptions/index.ts'
import {
  describeDependents,
  describeEntity,
  describeObject,
  type StoredEntity,
  type StoredRow,
} from './stored-entity.ts'

const sharded = { isSharded: true }
const exported = { isExported: true }

const invoicesOf = (row: StoredRow) => InvoiceRow.query.bySubscription(subscriptionOf(row as SubscriptionRow))
const subscriptionOf = ({ account, mode, id }: SubscriptionRow) => ({ account, mode, subscriptionId: id })

/**
 * The entities whose rows belong to one mode, in the order of deletion. Payment operations are deleted first, because a
 * pending operation may still write other rows.
 */
export const tenantEntities: readonly StoredEntity[] = [
  describeEntity(OperationRow, at => OperationRow.query.byId(at)),
  describeEntity(SessionRow, at => SessionRow.query.byToken(at), sharded),
  describeEntity(IdempotencyRow, at => IdempotencyRow.query.byKey(at), { isByEndpoint: true }),
  describeEntity(ReplyPart, at => ReplyPart.query.byKey(at), { isByEndpoint: true }),
  describeEntity(DomainsRow, at => DomainsRow.query.ofTenant(at), exported),
  describeEntity(MethodRow, at => MethodRow.query.inOrder(at), exported),
  describeObject(discounts.discountDefinition),
  describeEntity(CodeClaim, at => CodeClaim.query.byCode(at)),
  describeObject(products.productDefinition),
  describeObject(customers.customerDefinition),
  describeObject(carts.cartDefinition),
  { ...describeObject(orders.orderDefinition), beforeDelete: mail.removeFilesOfRefunds },
  describeEntity(StockMovementRow, at => StockMovementRow.query.byProduct(at), sharded),
  describeObject(subscriptions.subscriptionDefinition, [describeDependents(InvoiceRow, invoicesOf)]),
  describeEntity(InvoiceOrderRow, at => InvoiceOrderRow.query.byOrder(at), sharded),
  describeEntity(MailRow, at => MailRow.query.byId(at), {
    ...sharded,
    ...exported,
    beforeDelete: rows => mail.removeFilesOf(rows as MailRow[]),
  }),
  describeEntity(PaymentRow, at => PaymentRow.query.byTransaction(at), { ...sharded, ...exported }),
  describeEntity(ReportAwaitingOrderRow, at => ReportAwaitingOrderRow.query.byTransaction(at), sharded),
  describeEntity(CreditNoteCounter, at => CreditNoteCounter.query.only(at), exported),
  describeEntity(SandboxAction, at => SandboxAction.query.bySubject(at), exported),
  describeEntity(SandboxPayment, at => SandboxPayment.query.bySubject(at)),
  describeEntity(SandboxAttempts, at => SandboxAttempts.query.byName(at)),
  describeEntity(EmailClaim, at => EmailClaim.query.byEmail(at), sharded),
  describeEntity(IdAlias, at => IdAlias.query.byId(at), sharded),
  describeEntity(ErasureRow, at => ErasureRow.query.bySubject(at), { ...sharded, staysWithAccount: true }),
  describeEntity(ReceivedWebhookRow, at => ReceivedWebhookRow.query.byHash(at), sharded),
  describeEntity(ProcessedEventRow, at => ProcessedEventRow.query.byEvent(at), sharded),
  describeEntity(WordSuffixRow, at => WordSuffixRow.query.bySuffix(at)),
  describeEntity(ListsVersionRow, at => ListsVersionRow.query.only(at), { staysWithAccount: true }),
]

/**
 * The entities whose rows are found by account, for both modes at once. The account is deleted last, so that an
 * interrupted deletion can be repeated.
 */
export const accountEntities: readonly StoredEntity[] = [
  describeEntity(RateLimitRow, at => RateLimitRow.query.byName(at)),
  ...secretKinds.map(kind => describeEntity(SecretRow, ({ account }) => SecretRow.query.ofAccount({ kind, account }))),
  describeEntity(KeyRow, at => KeyRow.query.ofAccount(at), exported),
  describeEntity(EventSourceRow, at => EventSourceRow.query.ofAccount(at), exported),
  describeEntity(AccountRow, at => AccountRow.query.byNumber(at), exported),
]

/** Every entity of the table, and how its rows of one store are found. Export and deletion work through this table. */

import { AccountRow } from '../accounts/entity.ts'
import { CartRow } from '../carts/entity.ts'
import * as carts from '../carts/index.ts'
import { CustomerRow, EmailClaim, ErasureRow, IdAlias } from '../customers/entity.ts'
import * as customers from '../customers/index.ts'
import { CodeClaim, DiscountRow } from '../discounts/entity.ts'
import { DomainsRow } from '../domains/entity.ts'
import { KeyRow } from '../keys/entity.ts'
import type { ListedEntity } from '../lists/listed-entity.ts'
import { MailRow } from '../mail/entity.ts'
import { CreditNoteCounter, OrderRow } from '../orders/entity.ts'
import * as orders from '../orders/index.ts'
import {
  OperationRow,
  PaymentRow,
  SandboxAction,
  SandboxAttempts,
  SandboxPayment,
} from '../payments/entity.ts'
import { ProductRow } from '../products/entity.ts'
import * as products from '../products/index.ts'
import { SessionRow } from '../sessions/entity.ts'
import { MethodRow } from '../shipping/entity.ts'
import type { ListedRow } from '../store/entity-definition.ts'
import { IdempotencyRow } from '../store/idempotency.ts'
import { ProcessedEventRow } from '../store/processed-events.ts'
import { RateLimitRow } from '../store/rate-limit.ts'
import { ReplyPart } from '../store/stored-reply.ts'
import { InvoiceOrderRow, InvoiceRow, SubscriptionRow } from '../subscriptions/entity.ts'
import * as subscriptions from '../subscriptions/index.ts'
import { dependents, type StoredEntity, type StoredRow, stored } from './stored-entity.ts'

const sharded = { isSharded: true }
const exported = { isExported: true }

/** Of rows that were read with this definition. */
const listed = <R extends ListedRow>({ entity, keyOf, listEntriesOf, fixedLists }: ListedEntity<R>) => ({
  ...{ ...sharded, ...exported },
  listed: {
    entity,
    keyOf: (row: ListedRow) => keyOf(row as R),
    listEntriesOf: (row: ListedRow) => listEntriesOf(row as R),
    fixedLists,
  },
})

const invoicesOf = (row: StoredRow) => InvoiceRow.query.bySubscription(subscriptionOf(row as SubscriptionRow))
const subscriptionOf = ({ account, mode, id }: SubscriptionRow) => ({ account, mode, subscriptionId: id })

/** Of one mode. The first ones stop others from being written. */
export const tenantEntities: readonly StoredEntity[] = [
  stored(OperationRow, at => OperationRow.query.byId(at)),
  stored(SessionRow, at => SessionRow.query.byToken(at), sharded),
  stored(IdempotencyRow, at => IdempotencyRow.query.byKey(at), { isByEndpoint: true }),
  stored(ReplyPart, at => ReplyPart.query.byKey(at), { isByEndpoint: true }),
  stored(DomainsRow, at => DomainsRow.query.ofTenant(at), exported),
  stored(MethodRow, at => MethodRow.query.inOrder(at), exported),
  stored(DiscountRow, at => DiscountRow.query.inOrder(at), exported),
  stored(CodeClaim, at => CodeClaim.query.byCode(at)),
  stored(ProductRow, at => ProductRow.query.byId(at), listed(products.productDefinition)),
  stored(CustomerRow, at => CustomerRow.query.byId(at), listed(customers.customerDefinition)),
  stored(CartRow, at => CartRow.query.byToken(at), listed(carts.cartDefinition)),
  stored(OrderRow, at => OrderRow.query.byToken(at), listed(orders.orderDefinition)),
  stored(SubscriptionRow, at => SubscriptionRow.query.byId(at), {
    ...listed(subscriptions.subscriptionDefinition),
    dependents: [dependents(InvoiceRow, invoicesOf, true)],
  }),
  stored(InvoiceOrderRow, at => InvoiceOrderRow.query.byOrder(at), sharded),
  stored(MailRow, at => MailRow.query.byId(at), { ...sharded, ...exported }),
  stored(PaymentRow, at => PaymentRow.query.byTransaction(at), { ...sharded, ...exported }),
  stored(CreditNoteCounter, at => CreditNoteCounter.query.only(at), exported),
  stored(SandboxAction, at => SandboxAction.query.bySubject(at), exported),
  stored(SandboxPayment, at => SandboxPayment.query.bySubject(at)),
  stored(SandboxAttempts, at => SandboxAttempts.query.byName(at)),
  stored(EmailClaim, at => EmailClaim.query.byEmail(at), sharded),
  stored(IdAlias, at => IdAlias.query.byId(at), sharded),
  stored(ErasureRow, at => ErasureRow.query.bySubject(at), sharded),
  stored(ProcessedEventRow, at => ProcessedEventRow.query.byEvent(at), sharded),
]

/** Of an account in both modes. The account itself is the last one: a deletion that was interrupted begins with it. */
export const accountEntities: readonly StoredEntity[] = [
  stored(RateLimitRow, at => RateLimitRow.query.byName(at)),
  stored(KeyRow, at => KeyRow.query.ofAccount(at), exported),
  stored(AccountRow, at => AccountRow.query.byNumber(at), exported),
]

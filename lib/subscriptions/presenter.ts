/** Converts stored subscriptions and invoices to their representations in the API. */

import { now } from '../core/clock.ts'
import { fromMinorUnits, minorUnits, withDecimals } from '../core/money.ts'
import { projectWithDefaults } from '../core/project-with-defaults.ts'
import { billingDatesOf } from './billing.ts'
import type { SubscriptionRowWithContent } from './entity.ts'
import type { Invoice } from './invoice-rules.ts'
import { cancelledOn, pausedOn, stateOf } from './rules.ts'
import { frequencyOf } from './schedule.ts'
import {
  DashboardInvoice,
  DashboardSubscription,
  type DashboardSubscriptionDetails,
  InvoiceTax,
  Subscription,
  type SubscriptionInvoice,
} from './schemas.ts'

/** Presents a subscription in the representation of the V1 endpoints. */
export function present(row: SubscriptionRowWithContent): Subscription {
  const { latest, totals } = row
  const schedule = latest.schedule.value
  return projectWithDefaults(Subscription, {
    ...row,
    ...latest.content.value,
    ...presentPrice(row),
    schedule: { ...schedule, startsOn: schedule.startsOn ?? row.creationDate },
    modificationDate: row.modifiedAt,
    firstInvoiceReceivedOn: totals?.firstOn,
    nextBillingDate: billingDatesOf(row, now()).next,
    cancelledOn: cancelledOn(row),
    pausedOn: pausedOn(row),
    totalSpent: totalSpent(row),
    status: stateOf(row),
    metadata: latest.metadata?.value,
    user: presentSubscriber(row),
  })
}

export function presentDashboardSubscription(row: SubscriptionRowWithContent): DashboardSubscription {
  const { name, email } = row.latest.content.value
  const { interval, intervalCount } = row.latest.schedule.value
  return projectWithDefaults(DashboardSubscription, {
    id: row.id,
    planName: name,
    creationDate: row.creationDate,
    subscriber: email,
    interval: frequencyOf[interval],
    intervalCount,
    price: presentPrice(row).amount,
    totalSpent: totalSpent(row),
    nextBillingDate: billingDatesOf(row, now()).next,
    lastAttemptedInvoiceState: row.totals?.lastState,
    featureVersion: row.engine,
  })
}

export function presentDashboardDetails(row: SubscriptionRowWithContent): DashboardSubscriptionDetails {
  const { id, latest, engine } = row
  const { name, gatewayId, billingName } = latest.content.value
  const { interval, intervalCount } = latest.schedule.value
  const { next, upcoming } = billingDatesOf(row, now())
  const cancelled = cancelledOn(row)
  return {
    id,
    name: name ?? '',
    ...(cancelled && { cancelledOn: cancelled }),
    state: stateOf(row),
    user: { ...presentSubscriber(row), billingAddressName: billingName ?? '' },
    schedule: { interval, intervalCount },
    nextBillingDate: next,
    gatewayId,
    paymentStatus: row.totals?.lastState ?? null,
    upcomingPayments: upcoming.map(date => ({ subscriptionId: id, name: name ?? '', date })),
    featureVersion: engine,
    ...presentPrice(row),
  }
}

const presentSubscriber = ({ customerId, latest }: SubscriptionRowWithContent) => ({
  id: customerId ?? null,
  email: latest.content.value.email ?? '',
})

const presentPrice = ({ latest }: SubscriptionRowWithContent) => ({
  amount: fromMinorUnits(latest.amount?.value ?? minorUnits(0), latest.content.value.currency),
  quantity: latest.quantity?.value ?? 1,
})

const totalSpent = ({ totals }: SubscriptionRowWithContent) =>
  totals ? fromMinorUnits(BigInt(totals.spent), totals.currency) : 0

export const presentDashboardInvoice = (invoice: Invoice, subscriptionId: string): DashboardInvoice => {
  const decimalAmount = fromMinorUnits(invoice.amount, invoice.currency)
  return projectWithDefaults(DashboardInvoice, {
    ...invoice,
    id: invoice.token,
    orderToken: invoice.token,
    subscriptionId,
    amount: decimalAmount,
    total: decimalAmount,
    paid: invoice.state === 'Paid',
  })
}

export const presentInvoice = (invoice: Invoice, subscriptionId: string): SubscriptionInvoice => ({
  ...presentDashboardInvoice(invoice, subscriptionId),
  taxes: invoice.taxes.map(tax => projectWithDefaults(InvoiceTax, withDecimals(tax, ['amount'], invoice.currency))),
})

/** Computes the next billing dates of a subscription, and when a requested cancellation takes effect. */

import { hasContent, type SubscriptionRow, type SubscriptionRowWithContent } from './entity.ts'
import { type Change, isFinal, stateOf } from './rules.ts'
import { type BillingCycle, billingCycleOf, billingDatesAfter, withTimeOfDay } from './schedule.ts'

const upcomingCount = 3

interface Billing {
  next: string | null
  upcoming: string[]
}

/** Returns the next billing dates. After a requested cancellation, the next date is the end of the subscription. */
export function billingDatesOf(row: SubscriptionRowWithContent, now: Date): Billing {
  const state = stateOf(row)
  if (isFinal(state)) return { next: null, upcoming: [] }
  if (state === 'CancellationRequested') return { next: row.endsAt || null, upcoming: [] }
  const dates = datesAfter(now, row)
  return { next: dates[0] ?? null, upcoming: state === 'Active' ? dates : [] }
}

/**
 * Returns when a requested cancellation takes effect: at the first billing date after the request. If the newest
 * invoice has this date or a later one, returns the date of the invoice, because the checkout then already reports a
 * later billing date.
 */
function endAfter(row: SubscriptionRowWithContent, request: Change): string | null {
  const moment = new Date(request.at)
  return billedAfter(row, request, moment) ?? datesAfter(moment, row)[0] ?? null
}

/** Returns the date of the newest invoice, or null if this date is before the first billing date after the request. */
function billedAfter(row: SubscriptionRowWithContent, { at, nextBillingDate }: Change, moment: Date) {
  const lastOn = row.totals?.lastOn
  const [scheduled] = billingDatesAfter(cycleOf(row), moment, 1)
  const due = nextBillingDate && nextBillingDate > at ? nextBillingDate : scheduled?.toISOString()
  return lastOn && due && lastOn >= due ? lastOn : null
}

const cycleOf = ({ latest, creationDate }: SubscriptionRowWithContent) =>
  billingCycleOf(latest.schedule.value, creationDate)

/**
 * Returns the billing dates after a moment. If the stored next billing date is after this moment, it is the first of
 * them. If its day is not in the schedule, the further dates are counted from it.
 */
function datesAfter(moment: Date, row: SubscriptionRowWithContent): string[] {
  const reported = row.latest.nextBillingDate?.value
  const start = reported ? new Date(reported) : moment
  const dates = start > moment ? datesFrom(start, cycleOf(row)) : billingDatesAfter(cycleOf(row), moment, upcomingCount)
  return dates.map(date => date.toISOString())
}

/** The reported `start` may have another time of day than the schedule. The further dates then have that time too. */
function datesFrom(start: Date, scheduled: BillingCycle): Date[] {
  const datesIn = (cycle: BillingCycle) => billingDatesAfter(cycle, new Date(start.getTime() - 1), upcomingCount)
  const dates = datesIn({ ...scheduled, start: withTimeOfDay(scheduled.start, start) })
  return dates[0]?.getTime() === start.getTime() ? dates : datesIn({ ...scheduled, start })
}

/** Returns when a requested cancellation takes effect, or an empty text if no cancellation is pending. */
export function cancelAtOf(row: SubscriptionRow): string {
  const request = row.changes.cancellationRequested
  const isRequested = stateOf(row) === 'CancellationRequested'
  return isRequested && request && hasContent(row) ? (endAfter(row, request) ?? '') : ''
}

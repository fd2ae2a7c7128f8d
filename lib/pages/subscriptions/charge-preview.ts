/**
 * Predicts the charge for a change of a V1 subscription, and the next payment. The prediction follows the rules of the
 * API.
 */

import type { ShownSubscription } from './subscription.ts'
import type { WantedChange } from './values.ts'

export interface ChargePreview {
  /** The amount that the change charges at once; 0 if it charges nothing. */
  now: number
  /** The amount and the date of the next payment. The date is null if the subscription has no next billing date. */
  next: { amount: number; date: string | null }
  isPaused: boolean
  /** The subscription has a payment gateway. Without a gateway, the change is recorded and nothing is charged. */
  hasGateway: boolean
}

const isOtherInterval = ({ interval, intervalCount }: ShownSubscription, { schedule }: WantedChange) =>
  schedule.interval !== interval || (schedule.intervalCount ?? intervalCount) !== intervalCount

/**
 * Predicts the charges. A new billing interval starts a new period at once if the change does not set the next billing
 * date. The new period is charged at once if the subscription is not paused and has a payment gateway.
 */
export function previewCharges(shown: ShownSubscription, change: WantedChange, now: Date): ChargePreview {
  const amount = change.amount * (change.quantity ?? shown.quantity)
  const isPaused = shown.state === 'Paused'
  const hasGateway = shown.gatewayId !== null
  const beginsNow = !change.nextBillingDate && isOtherInterval(shown, change)
  const date = beginsNow ? oneIntervalAfter(now, change.schedule) : (change.nextBillingDate ?? shown.nextBillingDate)
  return { now: beginsNow && !isPaused && hasGateway ? amount : 0, next: { amount, date }, isPaused, hasGateway }
}

const monthsIn = { Year: 12, Month: 1 }
const daysIn = { Week: 7, Day: 1 }

function oneIntervalAfter(start: Date, { interval, intervalCount = 1 }: WantedChange['schedule']): string {
  const date = new Date(start)
  if (interval === 'Year' || interval === 'Month') addMonths(date, monthsIn[interval] * intervalCount)
  else date.setUTCDate(date.getUTCDate() + daysIn[interval] * intervalCount)
  return date.toISOString()
}

/**
 * Adds months to the date. If the new month does not have the day, such as April 31, the date becomes the last day of
 * the new month.
 */
function addMonths(date: Date, months: number): void {
  const day = date.getUTCDate()
  date.setUTCMonth(date.getUTCMonth() + months)
  if (date.getUTCDate() !== day) date.setUTCDate(0)
}

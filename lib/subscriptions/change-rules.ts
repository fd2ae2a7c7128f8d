/** Decides how a requested change of a subscription modifies its fields, and what the gateway has to change. */

import { decimalsOf, formatMoney, type MinorUnits, minorUnits, toMinorUnits } from '../core/money.ts'
import { Problem, validationProblem } from '../core/problem.ts'
import type { SubscriptionTerms } from '../payments/index.ts'
import { billingDatesOf } from './billing.ts'
import type { SubscriptionRowWithContent } from './entity.ts'
import { type ChangeName, type State, stateAfter, stateOf } from './rules.ts'
import { billingDate, type Schedule } from './schedule.ts'
import type { SubscriptionChange } from './schemas.ts'
import type { SubscriptionFields } from './stored-fields.ts'

export function requireTransition(row: SubscriptionRowWithContent, name: ChangeName): void {
  const state = stateOf(row)
  if (!stateAfter(row.engine, state, name)) throw stateConflict(state)
}

export function requireActiveOrPaused(row: SubscriptionRowWithContent): void {
  const state = stateOf(row)
  if (state !== 'Active' && state !== 'Paused') throw stateConflict(state)
}

const stateConflict = (state: State) =>
  new Problem('state_conflict', { message: `The subscription is ${state}, which does not allow this.` })

/** If a gateway must accept the terms, the fields are stored only after it has accepted them. */
export interface PlannedChange {
  fields: Partial<SubscriptionFields>
  /** The terms for the gateway; null if the gateway has nothing to change. */
  terms: SubscriptionTerms | null
}

export function planChange(row: SubscriptionRowWithContent, change: SubscriptionChange, now: Date): PlannedChange {
  const { latest } = row
  const { currency } = latest.content.value
  const { schedule, next, ...timing } = timingOf(row, change, now)
  const { interval, intervalCount } = schedule
  const units = toMinorUnits(change.amount, currency)
  const quantity = change.quantity ?? latest.quantity?.value ?? 1
  const isNewPrice = units !== (latest.amount?.value ?? 0) || quantity !== (latest.quantity?.value ?? 1)
  const isPaused = stateOf(row) === 'Paused'
  const isAsked = isNewPrice || next !== null
  if (isAsked) requirePayable(units, quantity, currency)
  return {
    fields: {
      amount: units,
      quantity,
      schedule,
      ...(next !== null && { nextBillingDate: next }),
      ...(change.metadata !== undefined && { metadata: change.metadata }),
    },
    terms: isAsked ? { amount: units, quantity, currency, interval, intervalCount, isPaused, ...timing } : null,
  }
}

/**
 * Returns the maximum of one payment, which is 999,999,999.99, in minor units. Decimals that the currency does not have
 * are cut off.
 */
const maxPayment = (currency: string): MinorUnits =>
  minorUnits(Math.floor(99_999_999_999 * 10 ** (decimalsOf(currency) - 2)))

function requirePayable(units: MinorUnits, quantity: number, currency: string): void {
  const max = maxPayment(currency)
  if (units * quantity > max)
    throw validationProblem({ amount: [`times the quantity must be at most ${formatMoney(max, currency)}`] })
}

/**
 * Returns the new schedule, the next billing date, the end of the trial, and whether the gateway charges now. If the
 * change begins a trial, the billing dates are counted from its end. Otherwise, a new interval is counted from now. If
 * the interval stays the same, the next billing date that is shown begins no trial.
 */
function timingOf(row: SubscriptionRowWithContent, change: SubscriptionChange, now: Date) {
  const before = row.latest.schedule.value
  const schedule = scheduleAfter(before, change)
  const isSame = isSameInterval(schedule, before)
  const trialEnd = isSame && isShown(row, change, now) ? null : trialEndOf(change, now)
  if (trialEnd === null && isSame) return { schedule, next: null, chargesNow: false, trialEnd }
  const startsOn = trialEnd ?? now.toISOString()
  return {
    schedule: { ...schedule, startsOn, trialPeriodInDays: null },
    next: trialEnd ?? oneIntervalFrom(now, schedule),
    chargesNow: trialEnd === null,
    trialEnd,
  }
}

const scheduleAfter = (before: Schedule, { schedule }: SubscriptionChange): Schedule => ({
  ...before,
  interval: schedule.interval,
  intervalCount: schedule.intervalCount ?? before.intervalCount,
})

const isSameInterval = (one: Schedule, other: Schedule) =>
  one.interval === other.interval && one.intervalCount === other.intervalCount

const isShown = (row: SubscriptionRowWithContent, { nextBillingDate }: SubscriptionChange, now: Date) =>
  nextBillingDate === billingDatesOf(row, now).next

function trialEndOf({ nextBillingDate }: SubscriptionChange, now: Date): string | null {
  if (!nextBillingDate) return null
  if (Date.parse(nextBillingDate) > now.getTime()) return nextBillingDate
  throw validationProblem({ nextBillingDate: ['must be in the future'] })
}

const oneIntervalFrom = (start: Date, schedule: Schedule) => billingDate({ ...schedule, start }, 1).toISOString()

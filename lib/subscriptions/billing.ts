/** When a subscription is billed next. */

import type { KnownSubscriptionRow } from './entity.ts'
import { isFinal, stateOf } from './rules.ts'
import { billingCycleOf, billingDatesAfter } from './schedule.ts'

const upcomingCount = 3

interface Billing {
  next: string | null
  upcoming: string[]
}

export function billingOf(row: KnownSubscriptionRow, now: Date): Billing {
  const state = stateOf(row.engine, row.changes)
  if (isFinal(state)) return { next: null, upcoming: [] }
  const reported = reportedDate(row)
  const upcoming = datesAfter(now, row, reported).map(date => date.toISOString())
  return { next: reported ?? upcoming[0] ?? null, upcoming: state === 'Active' ? upcoming : [] }
}

/** Unlike `next`, never a date that has passed without an invoice. */
export function nextDateAfter(row: KnownSubscriptionRow, moment: Date): string | null {
  const [next] = datesAfter(moment, row, reportedDate(row))
  return next?.toISOString() ?? null
}

/** The date of the newest invoice, if a date of the schedule after the moment has been billed with it. */
export function billedAfter(row: KnownSubscriptionRow, moment: Date): string | null {
  const lastOn = row.totals?.lastOn
  const cycle = billingCycleOf(row.latest.schedule.value, row.creationDate)
  const [scheduled] = billingDatesAfter(cycle, moment, 1)
  return lastOn && scheduled && new Date(lastOn) >= scheduled ? lastOn : null
}

/** A reported date may differ from the schedule; later ones are then counted from it. */
function datesAfter(now: Date, row: KnownSubscriptionRow, reported: string | null): Date[] {
  const cycle = billingCycleOf(row.latest.schedule.value, row.creationDate)
  if (!reported) return billingDatesAfter(cycle, now, upcomingCount)
  const start = new Date(reported)
  const justBefore = new Date(start.getTime() - 1)
  const [scheduled] = billingDatesAfter(cycle, justBefore, 1)
  const isScheduled = scheduled?.getTime() === start.getTime()
  const after = justBefore > now ? justBefore : now
  return billingDatesAfter(isScheduled ? cycle : { ...cycle, start }, after, upcomingCount)
}

/** A date at which there is an invoice already is not the next one any more. */
function reportedDate({ latest, totals }: KnownSubscriptionRow): string | null {
  const reported = latest.nextBillingDate?.value ?? null
  return reported && reported > (totals?.lastOn ?? '') ? reported : null
}

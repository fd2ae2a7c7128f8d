/** The command that imports what a store sold with Stripe before the store had a webhook. */

import type { Command } from 'commander'
import { timestamp } from '../../lib/core/clock.ts'
import { dateTime, dateTimeOrEndOfDay } from '../../lib/core/fields.ts'
import type { BackfillCounts } from '../../lib/stripe-events/backfill.ts'
import { addStoreOptions, type CommandHandler, type CreateAction, StoreOptions } from './command.ts'
import { formatTable } from './text-tables.ts'

const Input = StoreOptions.extend({ from: dateTime, to: dateTimeOrEndOfDay.default(() => timestamp()) }).refine(
  ({ from, to }) => from < to,
  { path: ['from'], error: 'must be before --to' },
)

const hint = 'Run it again to go on: what was brought in before stays as it is.'
const unixTime = (date: string) => Math.floor(Date.parse(date) / 1000)

const backfill: CommandHandler<typeof Input> = async (input, { accounts, stripeBackfill, report }) => {
  const { account, mode, from, to } = input
  await accounts.get(account)
  const { backfillFromStripe } = await stripeBackfill()
  const period = { from: unixTime(from), to: unixTime(to) }
  const counts = await backfillFromStripe({ account, mode }, period, (kind, { read }) =>
    report({ text: `${kind}: ${read} read`, hint }),
  )
  return { json: { account, mode, from, to, ...counts }, text: textOf(counts), errors: errorsOf(counts) }
}

const textOf = (counts: BackfillCounts) =>
  formatTable(
    ['kind', 'read', 'applied', 'rejected'],
    Object.entries(counts).map(([kind, { read, applied, rejected }]) => ({
      kind,
      read,
      applied,
      rejected: rejected.length,
    })),
  )

/** The command names at most this many rejected objects, because the reasons of the others are usually the same. */
const maxShown = 20

function errorsOf(counts: BackfillCounts): string[] {
  const rejected = Object.values(counts).flatMap(count => count.rejected)
  const shown = rejected.slice(0, maxShown).map(({ id, reason }) => `${id} was rejected: ${reason}`)
  return rejected.length > maxShown ? [...shown, `${rejected.length - maxShown} more were rejected.`] : shown
}

export function addStripeBackfillCommand(program: Command, createAction: CreateAction): void {
  const group = program.command('stripe').description('Reads from Stripe what a store has sold there.')
  addStoreOptions(group.command('backfill'))
    .description('Brings in the sessions, invoices, subscriptions, refunds and disputes of a period, as history.')
    .option('--from <date>', 'the first day or time (required)')
    .option('--to <date>', 'the last day or time (default: now)')
    .action(createAction(Input, backfill))
}

/** The commands that show the operations under way at payment gateways, and decide about them by hand. */

import type { Command } from 'commander'
import type * as z from 'zod'
import { amount, guid, nonBlank } from '../../lib/core/fields.ts'
import type { OrderToken, SubscriptionId } from '../../lib/core/ids.ts'
import { fromMinorUnits, toMinorUnits } from '../../lib/core/money.ts'
import { Problem } from '../../lib/core/problem.ts'
import type { Operation } from '../../lib/payments/index.ts'
import type { Inspection } from '../../lib/recovery/index.ts'
import { columns, dateText } from './columns.ts'
import { Confirmation, confirm, withConfirmation } from './confirm.ts'
import type { Modules } from './modules.ts'
import { amountOf, answerText, dropText, gatewayText, lookFor, nameOf, settleText } from './operation-texts.ts'
import type { CommandResult, Run } from './run.ts'
import { Store, withStore } from './store-options.ts'

async function list(tenant: z.output<typeof Store>, { accounts, payments }: Modules): Promise<CommandResult> {
  await accounts.get(tenant.account)
  const { connectTo, operationsOf } = await payments()
  const operations = await operationsOf(tenant)
  const rows = await Promise.all(
    operations.map(async operation => {
      const connected = await connectTo(operation)
      return { ...jsonOf(operation), problem: 'state' in connected ? connected.reason : null }
    }),
  )
  const text = rows.length > 0 ? columns([headings, ...operations.map(rowOf)]) : 'Nothing is under way.'
  return { json: rows, text: [text, ...rows.flatMap(problemLine)].join('\n') }
}

const headings = ['id', 'operation', 'gateway', 'since', 'attempts', 'next attempt']

const rowOf = (operation: Operation) => [
  operation.request.id,
  nameOf(operation.request),
  gatewayText(operation),
  dateText(operation.createdAt),
  String(operation.attempts),
  dateText(operation.dueAt),
]

const problemLine = ({ id, problem }: { id: string; problem: string | null }) =>
  problem ? [`${id} cannot be completed: ${problem}`] : []

function jsonOf({ request, gateway, createdAt, attempts, dueAt }: Operation) {
  const money = amountOf(request)
  return {
    id: request.id,
    kind: request.kind,
    ...('order' in request ? { order: request.order } : { subscription: request.subscription }),
    amount: money && fromMinorUnits(money.units, money.currency),
    currency: money?.currency ?? null,
    gateway: gateway ?? null,
    createdAt,
    attempts,
    dueAt,
  }
}

const Named = Store.extend({ id: nonBlank() })

async function find({ id, ...tenant }: z.output<typeof Named>, { accounts, recovery }: Modules) {
  await accounts.get(tenant.account)
  const { inspect } = await recovery()
  const inspection = await inspect(tenant, id)
  if (inspection) return inspection
  throw new Problem('not_found', { message: `No operation ${id} is under way in this store.` })
}

async function show(input: z.output<typeof Named>, modules: Modules): Promise<CommandResult> {
  const inspection = await find(input, modules)
  const { operation } = inspection
  const facts = columns([
    ['operation', nameOf(operation.request)],
    ['gateway', gatewayText(operation)],
    ['since', dateText(operation.createdAt)],
    ['attempts', `${operation.attempts}, the next one ${dateText(operation.dueAt)}`],
    ['the gateway', answerText(inspection)],
  ])
  const text = [facts, '', lookFor(operation), `settle: ${settleText(operation)}`, `drop: ${dropText(operation)}`]
  const state = inspection.result?.state ?? 'not done'
  return { json: { ...jsonOf(operation), result: state }, text: text.join('\n') }
}

interface Decision {
  /** A sentence that tells what the command does. */
  consequence: string
  id: string
  given: string | undefined
}

const confirmId = ({ consequence, id, given }: Decision) =>
  confirm({
    question: `${consequence} To confirm, type the id of the operation: `,
    isAnswer: typed => typed === id,
    wrong: 'This is not the id of the operation. Nothing was changed.',
    given,
  })

const confirmDecision = ({ operation }: Inspection, text: string, given: string | undefined) =>
  confirmId({
    consequence: `${nameOf(operation.request)}: ${text} ${lookFor(operation)}`,
    id: operation.request.id,
    given,
  })

const Decided = Named.extend(Confirmation.shape)

const Settlement = Decided.extend({ charged: amount().optional() })

async function settle(
  { charged, confirm: given, ...input }: z.output<typeof Settlement>,
  modules: Modules,
): Promise<CommandResult> {
  const inspection = await find(input, modules)
  const { operation } = inspection
  const money = operation.request.kind === 'change' ? amountOf(operation.request) : null
  if (charged !== undefined && !money) throw new Error('--charged is for a change that charges at once.')
  await confirmDecision(inspection, settleText(operation), given)
  const { settle } = await modules.recovery()
  const chargedUnits = charged !== undefined && money ? toMinorUnits(charged, money.currency) : money?.units
  await settle(inspection, chargedUnits)
  return { json: jsonOf(operation), text: `Settled: ${nameOf(operation.request)}.` }
}

const Drop = Decided.extend({ order: guid.optional(), subscription: guid.optional() }).refine(
  ({ order, subscription }) => !(order && subscription),
  { path: ['order'], error: 'and --subscription must not be given both' },
)

async function drop(input: z.output<typeof Drop>, modules: Modules): Promise<CommandResult> {
  const { order, subscription, confirm: given, ...named } = input
  if (order || subscription) return endWait(input, modules)
  const inspection = await find(named, modules)
  await confirmDecision(inspection, dropText(inspection.operation), given)
  const { drop } = await modules.recovery()
  await drop(inspection)
  const { request } = inspection.operation
  return { json: jsonOf(inspection.operation), text: `Dropped: ${nameOf(request)}.` }
}

/** Ends the wait of an object for an operation that "store check" reports as missing. */
async function endWait(
  { id, order, subscription, confirm: given, ...tenant }: z.output<typeof Drop>,
  { accounts, maintenance }: Modules,
): Promise<CommandResult> {
  await accounts.get(tenant.account)
  const name = order ? `order ${order}` : `subscription ${subscription}`
  await confirmId({
    consequence: `The ${name} waits for operation ${id}, and what it has reserved becomes free again. If the gateway has done it, it could be done twice.`,
    id,
    given,
  })
  const { endWait } = await maintenance()
  const waiting = order ? { order: order as OrderToken } : { subscription: subscription as SubscriptionId }
  await endWait(tenant, waiting, id)
  const text = `The ${name} no longer waits for operation ${id}. What it had reserved is free again.`
  return { json: { ...waiting, operation: id }, text }
}

export function addOperationCommands(program: Command, run: Run): void {
  const group = program
    .command('operations')
    .description('Shows what is under way at payment gateways, and decides it by hand.')
  const withId = (command: Command) => withStore(command).option('--id <id>', 'id of the operation (required)')
  withStore(group.command('list'))
    .description('Lists the operations under way of a store, with those that cannot be completed.')
    .action(run(Store, list))
  withId(group.command('show'))
    .description('Shows an operation, what its gateway says, and what deciding it means for the money.')
    .action(run(Named, show))
  const withDecision = (command: Command) => withConfirmation(withId(command), 'the id again')
  withDecision(group.command('settle'))
    .description('Records that the gateway has done it. No money moves. Asks for the id.')
    .option('--charged <amount>', 'what the gateway has charged for a change of a subscription')
    .action(run(Settlement, settle))
  withDecision(group.command('drop'))
    .description('Releases what was reserved, if the gateway has not done it. No money moves. Asks for the id.')
    .option('--order <token>', 'the order, if "store check" reports the operation as missing')
    .option('--subscription <id>', 'the subscription, if "store check" reports the operation as missing')
    .action(run(Drop, drop))
}

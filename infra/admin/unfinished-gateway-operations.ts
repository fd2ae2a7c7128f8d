/** The commands that list and show unfinished operations at payment gateways, and settle or drop them by hand. */

import type { Command } from 'commander'
import type * as z from 'zod'
import { amount, guid, nonBlank } from '../../lib/core/fields.ts'
import type { OrderToken, SubscriptionId } from '../../lib/core/ids.ts'
import { formatMoney, fromMinorUnits, type MinorUnits, minorUnits, toMinorUnits } from '../../lib/core/money.ts'
import { Problem } from '../../lib/core/problem.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { gatewayNameOf } from '../../lib/payments/gateway.ts'
import type { Operation } from '../../lib/payments/index.ts'
import type { OperationInspection } from '../../lib/recovery/index.ts'
import {
  addConfirmOption,
  addStoreOptions,
  type CommandContext,
  type CommandHandler,
  ConfirmOption,
  type CreateAction,
  requireConfirmation,
  StoreOptions,
} from './command.ts'
import type { Modules } from './modules.ts'
import { formatDate, formatFields, formatTable } from './text-tables.ts'

const list: CommandHandler<typeof StoreOptions> = async (tenant, { accounts, payments }) => {
  await accounts.get(tenant.account)
  const { connectGatewayOfOperation, readOperations } = await payments()
  const operations = await readOperations(tenant)
  const rows = await Promise.all(
    operations.map(async operation => {
      const connected = await connectGatewayOfOperation(operation)
      return { ...jsonOf(operation), problem: 'state' in connected ? connected.reason : null }
    }),
  )
  const problems = rows.flatMap(({ id, problem }) => (problem ? [`${id} cannot be completed: ${problem}`] : []))
  const text = operations.length > 0 ? tableOf(operations) : 'Nothing is under way.'
  return { json: rows, text: [text, ...problems].join('\n') }
}

function tableOf(operations: Operation[]): string {
  const rows = operations.map(({ request, gateway, createdAt, attempts, dueAt }) => ({
    id: request.id,
    operation: nameOf(request),
    gateway: gatewayNameOf(gateway),
    since: formatDate(createdAt),
    attempts,
    'next attempt': formatDate(dueAt),
  }))
  return formatTable(['id', 'operation', 'gateway', 'since', 'attempts', 'next attempt'], rows)
}

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

export async function summarizeOperationsAtOtherGateways(
  { account, mode }: Tenant,
  { payments, formatCommand }: Modules,
) {
  const { findOperationsAtOtherGateways } = await payments()
  const operations = await findOperationsAtOtherGateways({ account, mode })
  const showThem = formatCommand(`operations list --account ${account} --mode ${mode}`)
  const notices = [...Map.groupBy(operations, ({ gateway }) => gatewayNameOf(gateway))].map(
    ([name, { length }]) =>
      `Under way at another gateway (${name}): ${length}. They are completed there, which needs a key of it. To see them: ${showThem}`,
  )
  return { count: operations.length, notices }
}

const Named = StoreOptions.extend({ id: nonBlank() })

async function find({ id, account, mode }: z.output<typeof Named>, { accounts, recovery }: CommandContext) {
  await accounts.get(account)
  const { inspectOperation } = await recovery()
  const inspection = await inspectOperation({ account, mode }, id)
  if (inspection) return inspection
  throw new Problem('not_found', { message: `No operation ${id} is under way in this store.` })
}

const show: CommandHandler<typeof Named> = async (input, context) => {
  const inspection = await find(input, context)
  const { operation, result } = inspection
  const facts = formatFields({
    operation: nameOf(operation.request),
    gateway: gatewayNameOf(operation.gateway),
    since: formatDate(operation.createdAt),
    attempts: `${operation.attempts}, the next one ${formatDate(operation.dueAt)}`,
    'the gateway': answerText(inspection),
  })
  const text = [facts, '', lookFor(operation), `settle: ${settleText(operation)}`, `drop: ${dropText(operation)}`]
  return { json: { ...jsonOf(operation), result: result?.state ?? 'not done' }, text: text.join('\n') }
}

const confirmId = (id: string, consequence: string, given: string | undefined) =>
  requireConfirmation({
    question: `${consequence} To confirm, type the id of the operation: `,
    isAnswer: typed => typed === id,
    wrong: 'This is not the id of the operation. Nothing was changed.',
    given,
  })

const confirmDecision = ({ operation }: OperationInspection, text: string, given: string | undefined) =>
  confirmId(operation.request.id, `${nameOf(operation.request)}: ${text} ${lookFor(operation)}`, given)

const Decided = Named.extend(ConfirmOption.shape)

const Settlement = Decided.extend({ charged: amount().optional() })

const settle: CommandHandler<typeof Settlement> = async ({ charged, confirm: given, ...input }, context) => {
  const inspection = await find(input, context)
  const { operation } = inspection
  const money = operation.request.kind === 'change' ? amountOf(operation.request) : null
  if (charged !== undefined && !money) throw new Error('--charged is for a change that charges at once.')
  await confirmDecision(inspection, settleText(operation), given)
  const { settleOperation } = await context.recovery()
  const chargedUnits = charged !== undefined && money ? toMinorUnits(charged, money.currency) : money?.units
  await settleOperation(inspection, chargedUnits)
  return { json: jsonOf(operation), text: `Settled: ${nameOf(operation.request)}.` }
}

const Drop = Decided.extend({ order: guid.optional(), subscription: guid.optional() }).refine(
  ({ order, subscription }) => !(order && subscription),
  { path: ['order'], error: 'and --subscription must not be given both' },
)

const drop: CommandHandler<typeof Drop> = async (input, context) => {
  if (input.order || input.subscription) return endWait(input, context)
  const inspection = await find(input, context)
  const { operation } = inspection
  await confirmDecision(inspection, dropText(operation), input.confirm)
  const { dropOperation } = await context.recovery()
  await dropOperation(inspection)
  return { json: jsonOf(operation), text: `Dropped: ${nameOf(operation.request)}.` }
}

/**
 * Makes an order or a subscription stop waiting for an operation that does not exist. The command `store check` reports
 * orders and subscriptions that wait for such an operation.
 */
const endWait: CommandHandler<typeof Drop> = async (
  { id, order, subscription, confirm: given, ...tenant },
  context,
) => {
  const { accounts, maintenance } = context
  await accounts.get(tenant.account)
  const name = order ? `order ${order}` : `subscription ${subscription}`
  const consequence = `The ${name} waits for operation ${id}, and what it has reserved becomes free again. If the gateway has done it, it could be done twice.`
  await confirmId(id, consequence, given)
  const { endWaitForOperation } = await maintenance()
  const waiting = order ? { order: order as OrderToken } : { subscription: subscription as SubscriptionId }
  await endWaitForOperation(tenant, waiting, id)
  const text = `The ${name} no longer waits for operation ${id}. What it had reserved is free again.`
  return { json: { ...waiting, operation: id }, text }
}

type Request = Operation['request']

/** Returns the amount that the operation charges or refunds immediately; null if the operation moves no money. */
function amountOf(request: Request): { units: MinorUnits; currency: string } | null {
  if ('order' in request) return { units: request.amount, currency: request.currency }
  if (request.kind !== 'change') return null
  const { amount, quantity, currency, chargesNow, isPaused } = request.terms
  return chargesNow && !isPaused ? { units: minorUnits(amount * quantity), currency } : null
}

/** Returns a text such as `refund of 40.00 EUR, order 0198…`. */
function nameOf(request: Request): string {
  const money = amountOf(request)
  const action = money ? `${request.kind} of ${formatMoney(money.units, money.currency)}` : request.kind
  return 'order' in request ? `${action}, order ${request.order}` : `${action}, subscription ${request.subscription}`
}

const isLastChange = (id: string, subscription: string) =>
  `whether ${id} is the lastChange in the metadata of ${subscription}`

const inStripe: Record<Request['kind'], (id: string, gatewayId: string) => string> = {
  refund: (id, payment) => `whether ${payment} has a refund with the refundId ${id} in its metadata`,
  capture: (_, payment) => `whether ${payment} was captured`,
  cancel: (_, subscription) => `whether ${subscription} is canceled`,
  pause: isLastChange,
  resume: isLastChange,
  change: isLastChange,
}

/** Returns a sentence about what to look for at the gateway before the operation is settled or dropped. */
function lookFor({ gateway, request }: Operation): string {
  const gatewayId = 'order' in request ? request.transactionId : request.gatewayId
  if (gateway?.kind === 'sandbox') return 'Nothing: the sandbox always answers.'
  return `In Stripe, see ${inStripe[request.kind](request.id, gatewayId)}.`
}

const settled: Record<Request['kind'], string> = {
  refund: 'The order shows the refund, a credit note is numbered and the buyer gets a mail, where that was asked for.',
  capture: 'The order is shown as Paid.',
  pause: 'The subscription is shown as Paused.',
  resume: 'The subscription is shown as Active.',
  cancel: 'The subscription is shown as Canceled.',
  change: 'The subscription gets its new price and schedule, and an invoice of what was charged.',
}

const dropped: Record<Request['kind'], string> = {
  refund: 'The amount can be refunded again. If the gateway has made the refund, the buyer can get the money twice.',
  capture:
    'The order stays Authorized. If the gateway has captured the payment, the buyer has paid an order that is not shown as paid.',
  pause: 'The subscription stays as it was. If the gateway has paused it, the buyer is not charged.',
  resume: 'The subscription stays as it was. If the gateway has resumed it, the buyer is charged.',
  cancel: 'The subscription stays as it was. If the gateway has cancelled it, the buyer is not charged any more.',
  change:
    'The subscription stays as it was. If the gateway has changed it, the buyer is charged otherwise than it is shown.',
}

const settleText = ({ request }: Operation) =>
  `${settled[request.kind]} No money moves: settle it only if the gateway has done it.`
const dropText = ({ request }: Operation) =>
  `${dropped[request.kind]} No money moves: drop it only if the gateway has not done it.`

function answerText({ result }: OperationInspection): string {
  switch (result?.state) {
    case undefined:
      return 'has not done it'
    case 'succeeded':
      return 'has done it'
    case 'unavailable':
      return `cannot be asked: ${result.reason}`
    default:
      return 'gives no answer'
  }
}

export function addGatewayOperationCommands(program: Command, createAction: CreateAction): void {
  const group = program
    .command('operations')
    .description('Shows what is under way at payment gateways, and decides it by hand.')
  const addIdOption = (command: Command) =>
    addStoreOptions(command).option('--id <id>', 'id of the operation (required)')
  addStoreOptions(group.command('list'))
    .description('Lists the operations under way of a store, with those that cannot be completed.')
    .action(createAction(StoreOptions, list))
  addIdOption(group.command('show'))
    .description('Shows an operation, what its gateway says, and what deciding it means for the money.')
    .action(createAction(Named, show))
  const addDecisionOptions = (command: Command) => addConfirmOption(addIdOption(command), 'the id again')
  addDecisionOptions(group.command('settle'))
    .description('Records that the gateway has done it. No money moves. Asks for the id.')
    .option('--charged <amount>', 'what the gateway has charged for a change of a subscription')
    .action(createAction(Settlement, settle))
  addDecisionOptions(group.command('drop'))
    .description('Releases what was reserved, if the gateway has not done it. No money moves. Asks for the id.')
    .option('--order <token>', 'the order, if "store check" reports the operation as missing')
    .option('--subscription <id>', 'the subscription, if "store check" reports the operation as missing')
    .action(createAction(Drop, drop))
}

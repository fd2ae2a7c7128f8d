/** The command that ends the wait for an operation at the payment gateway that does not exist. */

import type { Command } from 'commander'
import type * as z from 'zod'
import { guid, nonBlank } from '../../lib/core/fields.ts'
import type { OrderToken, SubscriptionId } from '../../lib/core/ids.ts'
import type { Modules } from './modules.ts'
import type { CommandResult, Run } from './run.ts'
import { Store, withStore } from './store-options.ts'

const Input = Store.extend({ id: nonBlank(), order: guid.optional(), subscription: guid.optional() }).refine(
  ({ order, subscription }) => !order !== !subscription,
  { path: ['order'], error: 'or --subscription must be given, and not both' },
)

async function drop(
  { id, order, subscription, ...tenant }: z.output<typeof Input>,
  { accounts, maintenance }: Modules,
): Promise<CommandResult> {
  await accounts.get(tenant.account)
  const { endWait } = await maintenance()
  const waiting = order ? { order: order as OrderToken } : { subscription: subscription as SubscriptionId }
  await endWait(tenant, waiting, id)
  const name = order ? `order ${order}` : `subscription ${subscription}`
  return {
    json: { ...waiting, operation: id },
    text: `The ${name} no longer waits for operation ${id}. What it had reserved is free again.`,
  }
}

export function addOperationCommands(program: Command, run: Run): void {
  const group = program.command('operation').description('Ends waiting for the payment gateway.')
  withStore(group.command('drop'))
    .description(
      'Ends the wait for an operation that "store check" reports as missing. Only if the gateway has not done it: otherwise it could be done twice.',
    )
    .option('--order <token>', 'the order that waits')
    .option('--subscription <id>', 'the subscription that waits')
    .option('--id <id>', 'id of the operation (required)')
    .action(run(Input, drop))
}

/** The command that erases the personal data of a customer. */

import type { Command } from 'commander'
import type * as z from 'zod'
import { email } from '../../lib/core/email.ts'
import { Problem } from '../../lib/core/problem.ts'
import { problemReply } from '../../lib/http/reply.ts'
import { countColumns } from './columns.ts'
import type { Modules } from './modules.ts'
import type { Report } from './progress.ts'
import { replyingEndpoints } from './replying-endpoints.ts'
import { retentionText } from './retention.ts'
import type { CommandResult, Run } from './run.ts'
import { Store, withStore } from './store-options.ts'

const Input = Store.extend({ email: email() })

/** What a repeated request gets instead of a reply with personal data. */
const erasedReply = new Problem('not_found', {
  message: 'The reply had personal data and was erased. The first request was executed.',
})

async function erase(
  { account, mode, email }: z.output<typeof Input>,
  { accounts, accountData, stage }: Modules,
  report: Report,
): Promise<CommandResult> {
  await accounts.get(account)
  const { eraseCustomer } = await accountData()
  const replacement = JSON.stringify(problemReply(erasedReply, 'erased'))
  const { counts, pendingOrders, pendingSubscriptions } = await eraseCustomer(
    { account, mode },
    {
      email,
      replies: { endpoints: replyingEndpoints, replacement },
      onProgress: text => report({ text, hint: 'To erase the rest, repeat the command.' }),
    },
  )
  const retention = retentionText(stage)
  return {
    json: { ...counts, pendingOrders, pendingSubscriptions, retention },
    text: [
      countColumns('erased', counts),
      ...nothingFound(counts, mode),
      laterOrders,
      retention.join('\n'),
    ].join('\n\n'),
    errors: [...pendingOrders.map(pendingOrder), ...pendingSubscriptions.map(pendingSubscription)],
  }
}

const nothingFound = (counts: Record<string, number>, mode: string): string[] =>
  Object.values(counts).some(count => count > 0)
    ? []
    : [`Nothing in mode ${mode} has this address. Check the address and the mode.`]

const laterOrders = 'A later order with the address creates a new customer.'

const pendingOrder = (token: string) =>
  `The order ${token} is not erased, as a refund or a capture of it is under way. Repeat the command when it has ended.`

const pendingSubscription = (id: string) =>
  `The subscription ${id} was reported meanwhile and has not ended. Cancel it, and repeat the command when it has ended.`

export function addCustomerCommands(program: Command, run: Run): void {
  const group = program.command('customer').description('Erases the personal data of customers.')
  withStore(group.command('erase'))
    .description(
      'Erases a customer: sessions, carts, mails, and the personal data of orders and subscriptions. Amounts stay.',
    )
    .option('--email <address>', 'e-mail address of the customer (required)')
    .action(run(Input, erase))
}

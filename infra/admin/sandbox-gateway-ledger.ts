/** The command that shows the ledger of the sandbox, which is the payment gateway inside this API. */

import type { Command } from 'commander'
import { nonBlank } from '../../lib/core/fields.ts'
import { decimalsOf, fromMinorUnits } from '../../lib/core/money.ts'
import type { SandboxTransaction } from '../../lib/payments/sandbox.ts'
import { addStoreOptions, type CommandHandler, type CreateAction, StoreOptions } from './command.ts'
import { formatTable } from './text-tables.ts'

const LedgerInput = StoreOptions.extend({ order: nonBlank().optional() })

const ledger: CommandHandler<typeof LedgerInput> = async ({ order, ...tenant }, { accounts, sandbox }) => {
  await accounts.get(tenant.account)
  const { readSandboxLedger } = await sandbox()
  const transactions = (await readSandboxLedger(tenant, order)).map(transactionOf)
  return {
    json: transactions,
    text: transactions.length > 0 ? tableOf(transactions) : 'The sandbox has moved no money.',
  }
}

const transactionOf = ({ time, kind, subject, amount: units, currency, idempotencyKey }: SandboxTransaction) => ({
  time,
  kind,
  subject,
  amount: fromMinorUnits(units, currency),
  currency,
  idempotencyKey,
})

function tableOf(transactions: ReturnType<typeof transactionOf>[]): string {
  const rows = transactions.map(transaction => ({
    ...transaction,
    'order or subscription': transaction.subject,
    amount: transaction.amount.toFixed(decimalsOf(transaction.currency)),
    'idempotency key': transaction.idempotencyKey,
  }))
  return formatTable(['time', 'kind', 'order or subscription', 'amount', 'currency', 'idempotency key'], rows)
}

export function addSandboxLedgerCommand(program: Command, createAction: CreateAction): void {
  const group = program.command('sandbox').description('Shows what the embedded payment gateway did.')
  addStoreOptions(group.command('ledger'))
    .description('Lists the money that the sandbox has moved for a store, oldest first.')
    .option('--order <token>', 'only those of this order or subscription')
    .action(createAction(LedgerInput, ledger))
}

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
  const movements = (await readSandboxLedger(tenant, order)).map(movementOf)
  return { json: movements, text: movements.length > 0 ? tableOf(movements) : 'The sandbox has moved no money.' }
}

const movementOf = ({ time, kind, subject, amount: units, currency, idempotencyKey }: SandboxTransaction) => ({
  time,
  kind,
  subject,
  amount: fromMinorUnits(units, currency),
  currency,
  idempotencyKey,
})

function tableOf(movements: ReturnType<typeof movementOf>[]): string {
  const rows = movements.map(movement => ({
    ...movement,
    'order or subscription': movement.subject,
    amount: movement.amount.toFixed(decimalsOf(movement.currency)),
    'idempotency key': movement.idempotencyKey,
  }))
  return formatTable(['time', 'kind', 'order or subscription', 'amount', 'currency', 'idempotency key'], rows)
}

export function addSandboxLedgerCommand(program: Command, createAction: CreateAction): void {
  const group = program.command('sandbox').description('Shows what the embedded payment gateway did.')
  addStoreOptions(group.command('ledger'))
    .description('Lists the movements of money of a store in the sandbox, oldest first.')
    .option('--order <token>', 'only those of this order or subscription')
    .action(createAction(LedgerInput, ledger))
}

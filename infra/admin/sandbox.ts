/** The command that prints the ledger of the sandbox, the built-in payment gateway. */

import type { Command } from 'commander'
import type * as z from 'zod'
import { nonBlank } from '../../lib/core/fields.ts'
import { decimalsOf, fromMinorUnits } from '../../lib/core/money.ts'
import type { SandboxMovement } from '../../lib/payments/sandbox.ts'
import { columns } from './columns.ts'
import type { Modules } from './modules.ts'
import type { CommandResult, Run } from './run.ts'
import { Store, withStore } from './store-options.ts'

const Input = Store.extend({ order: nonBlank().optional() })

async function ledger(
  { order, ...tenant }: z.output<typeof Input>,
  { accounts, sandbox }: Modules,
): Promise<CommandResult> {
  await accounts.get(tenant.account)
  const { sandboxLedger } = await sandbox()
  const rows = await sandboxLedger(tenant, order)
  const movements = rows.map(movementOf)
  const text = rows.length > 0 ? table(movements) : 'The sandbox has moved no money.'
  return { json: movements, text }
}

const movementOf = ({ time, kind, subject, amount: units, currency, idempotencyKey }: SandboxMovement) => ({
  time,
  kind,
  subject,
  amount: fromMinorUnits(units, currency),
  currency,
  idempotencyKey,
})
type Movement = ReturnType<typeof movementOf>

const headings = ['time', 'kind', 'order or subscription', 'amount', 'currency', 'idempotency key']

const row = ({ time, kind, subject, amount, currency, idempotencyKey }: Movement) => {
  const decimal = amount.toFixed(decimalsOf(currency))
  return [time, kind, subject, decimal, currency, idempotencyKey]
}

const table = (movements: Movement[]) => columns([headings, ...movements.map(row)])

export function addSandboxCommands(program: Command, run: Run): void {
  const group = program.command('sandbox').description('Shows what the embedded payment gateway did.')
  withStore(group.command('ledger'))
    .description('Lists the movements of money of a store in the sandbox, oldest first.')
    .option('--order <token>', 'only those of this order or subscription')
    .action(run(Input, ledger))
}

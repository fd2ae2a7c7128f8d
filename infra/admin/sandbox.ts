/** The command that prints the ledger of the sandbox, the built-in payment gateway. */

import type { Command } from 'commander'
import { nonBlank } from '../../lib/core/fields.ts'
import { decimalsOf, fromMinorUnits } from '../../lib/core/money.ts'
import type { SandboxMovement } from '../../lib/payments/sandbox.ts'
import { table } from './columns.ts'
import { type Execute, type Run, Store, withStore } from './command.ts'

const Input = Store.extend({ order: nonBlank().optional() })

const ledger: Execute<typeof Input> = async ({ order, ...tenant }, { accounts, sandbox }) => {
  await accounts.get(tenant.account)
  const { sandboxLedger } = await sandbox()
  const movements = (await sandboxLedger(tenant, order)).map(movementOf)
  return { json: movements, text: movements.length > 0 ? tableOf(movements) : 'The sandbox has moved no money.' }
}

const movementOf = ({ time, kind, subject, amount: units, currency, idempotencyKey }: SandboxMovement) => ({
  time,
  kind,
  subject,
  amount: fromMinorUnits(units, currency),
  currency,
  idempotencyKey,
})

const tableOf = (movements: ReturnType<typeof movementOf>[]) =>
  table(movements, {
    time: ({ time }) => time,
    kind: ({ kind }) => kind,
    'order or subscription': ({ subject }) => subject,
    amount: ({ amount, currency }) => amount.toFixed(decimalsOf(currency)),
    currency: ({ currency }) => currency,
    'idempotency key': ({ idempotencyKey }) => idempotencyKey,
  })

export function addSandboxCommands(program: Command, run: Run): void {
  const group = program.command('sandbox').description('Shows what the embedded payment gateway did.')
  withStore(group.command('ledger'))
    .description('Lists the movements of money of a store in the sandbox, oldest first.')
    .option('--order <token>', 'only those of this order or subscription')
    .action(run(Input, ledger))
}

/** The command that moves secrets of stores from Secrets Manager to the table. */

import type { Command } from 'commander'
import { mapConcurrent } from '../../lib/core/map-concurrent.ts'
import { type AccountId, modes } from '../../lib/core/tenant.ts'
import { commandErrorMessage } from '../error-text.ts'
import { AccountOption, type CommandHandler, type CreateAction } from './command.ts'
import type { Modules } from './modules.ts'
import { formatFields } from './text-tables.ts'

const maxConcurrent = 10

const AnyAccount = AccountOption.partial()

/** The deletion of an account also deletes its secrets in Secrets Manager, so accounts being deleted are skipped. */
async function accountsToMove(account: AccountId | undefined, { accounts }: Modules): Promise<AccountId[]> {
  if (account) return [(await accounts.get(account)).account]
  const all = await accounts.list()
  return all.filter(({ deletingSince }) => !deletingSince).map(({ account }) => account)
}

/** Moves the secrets of an account, and returns how many were moved. */
async function moveSecretsOf(account: AccountId, { events, gatewayKeys }: Modules): Promise<number> {
  const { moveKeysToTable } = await gatewayKeys()
  const { moveSecretsToTable } = await events()
  let count = await moveSecretsToTable(account)
  for (const mode of modes) count += Number(await moveKeysToTable({ account, mode }))
  return count
}

const move: CommandHandler<typeof AnyAccount> = async ({ account }, context) => {
  const found = await accountsToMove(account, context)
  const errors: string[] = []
  let [moved, done] = [0, 0]
  await mapConcurrent(found, maxConcurrent, async account => {
    try {
      const count = await moveSecretsOf(account, context)
      moved += count
    } catch (error) {
      errors.push(`The secrets of account ${account} were not moved: ${commandErrorMessage(error)}`)
    }
    done += 1
    context.report({ text: `${done} of ${found.length} accounts, ${moved} secrets moved`, hint: repeatHint })
  })
  return {
    json: { accounts: found.length, moved },
    text: formatFields({ accounts: found.length, 'moved secrets': moved }),
    errors,
  }
}

const repeatHint = 'Run it again: it goes on with the secrets that are left.'

export function addMoveSecretsToTableCommand(program: Command, createAction: CreateAction): void {
  const group = program.command('secrets').description('Moves the secrets of stores that an earlier release stored.')
  group
    .command('move')
    .description(
      'Moves the keys of payment gateways and the secrets of event sources from Secrets Manager to the table. Run it once after the deployment.',
    )
    .option('--account <number>', 'number of the account (default: all accounts)')
    .action(createAction(AnyAccount, move))
}

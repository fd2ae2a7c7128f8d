/** The command that migrates the rows of stores to the current row version while the stores are in use. */

import type { Command } from 'commander'
import { modes, type Tenant } from '../../lib/core/tenant.ts'
import type { MigratedCounts } from '../../lib/maintenance/index.ts'
import { failureSentences } from '../error-text.ts'
import { type CommandHandler, type CreateAction, StoreOptions } from './command.ts'
import { formatTable } from './text-tables.ts'

const AnyStore = StoreOptions.partial()

const migrateStores: CommandHandler<typeof AnyStore> = async ({ account, mode }, { accounts, maintenance, report }) => {
  const { migrate } = await maintenance()
  const found = account ? [await accounts.get(account)] : await accounts.list()
  const wantedModes = mode ? [mode] : modes
  const tenants = found.flatMap(({ account }) => wantedModes.map(mode => ({ account, mode })))
  const stores: (Tenant & { counts: Record<string, MigratedCounts> })[] = []
  const errors: string[] = []
  for (const store of tenants) {
    const { counts, failed } = await migrate(store, (entity, { read, migrated }) =>
      report({
        text: `${store.account} ${store.mode}, ${entity}: ${read} read, ${migrated} migrated`,
        hint: 'Run it again: it goes on with the rows that are left.',
      }),
    )
    stores.push({ ...store, counts })
    errors.push(...failureSentences(failed, 'was not migrated'))
  }
  const rows = stores.flatMap(({ counts, ...store }) =>
    Object.entries(counts).map(([entity, n]) => ({ ...store, entity, ...n })),
  )
  return { json: stores, text: formatTable(['account', 'mode', 'entity', 'read', 'migrated'], rows), errors }
}

export function addMigrateCommand(program: Command, createAction: CreateAction): void {
  program
    .command('migrate')
    .description(
      'Saves all rows of an older row version in the current one. Run it after a deployment that changed what is stored.',
    )
    .option('--account <number>', 'number of the account (default: all accounts)')
    .option('--mode <mode>', 'Live or Test (default: both)')
    .action(createAction(AnyStore, migrateStores))
}

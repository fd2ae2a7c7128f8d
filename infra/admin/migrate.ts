/** The command that saves rows of an earlier version in the current one. */

import type { Command } from 'commander'
import type { AccountId } from '../../lib/core/ids.ts'
import { modes, type Tenant } from '../../lib/core/tenant.ts'
import type { MigratedCounts } from '../../lib/maintenance/index.ts'
import { errorMessage } from '../error-text.ts'
import { columns } from './columns.ts'
import type { Modules } from './modules.ts'
import type { Execute, Run } from './run.ts'
import { Store } from './store-options.ts'

const Input = Store.partial()

const hint = 'Run it again: it goes on with the rows that are left.'

const migrateStores: Execute<typeof Input> = async (wanted, modules, report) => {
  const { migrate } = await modules.maintenance()
  const stores: (Tenant & { counts: Record<string, MigratedCounts> })[] = []
  const errors: string[] = []
  for (const store of await storesOf(wanted, modules)) {
    const name = `${store.account} ${store.mode}`
    const { counts, failed } = await migrate(store, (entity, { read, migrated }) =>
      report({ text: `${name}, ${entity}: ${read} read, ${migrated} migrated`, hint }),
    )
    stores.push({ ...store, counts })
    errors.push(...failed.map(({ target, fault }) => `The ${target} was not migrated: ${errorMessage(fault)}`))
  }
  const rows = stores.flatMap(({ account, mode, counts }) =>
    Object.entries(counts).map(([entity, { read, migrated }]) => [account, mode, entity, read, migrated].map(String)),
  )
  return { json: stores, text: columns([['account', 'mode', 'entity', 'read', 'migrated'], ...rows]), errors }
}

interface Wanted {
  account?: AccountId | undefined
  mode?: Tenant['mode'] | undefined
}

async function storesOf({ account, mode }: Wanted, { accounts }: Modules): Promise<Tenant[]> {
  const found = account ? [await accounts.get(account)] : await accounts.list()
  const wantedModes = mode ? [mode] : modes
  return found.flatMap(({ account }) => wantedModes.map(mode => ({ account, mode })))
}

export function addMigrateCommand(program: Command, run: Run): void {
  program
    .command('migrate')
    .description(
      'Saves all rows that are stored in an older form in their current one. Run it after a deployment that changed a form.',
    )
    .option('--account <number>', 'number of the account (default: all accounts)')
    .option('--mode <mode>', 'Live or Test (default: both)')
    .action(run(Input, migrateStores))
}

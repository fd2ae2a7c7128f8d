/** The command that migrates the rows of stores to the current row version while the stores are in use. */

import type { Command } from 'commander'
import type * as z from 'zod'
import { type AccountId, modes, type Tenant } from '../../lib/core/tenant.ts'
import type { Segment } from '../../lib/store/walk-store-rows.ts'
import { failureSentences, unreadableSentences } from '../error-text.ts'
import { type CommandContext, type CommandHandler, type CreateAction, StoreOptions } from './command.ts'
import { AllStoresOptions, addAllStoresOptions, runForAllStores } from './run-for-stores.ts'
import { formatTable } from './text-tables.ts'
import { addSegmentOption, SegmentOption } from './walk-options.ts'

/** Without an account, the command migrates all stores, as with `--all-stores`. */
const MigrateInput = StoreOptions.partial()
  .extend({ ...AllStoresOptions.shape, ...SegmentOption.shape })
  .refine(({ account, allStores }) => !(account && allStores), {
    path: ['account'],
    error: 'and --all-stores must not be given together',
  })

type MigrateInput = z.output<typeof MigrateInput>

const migrateStores: CommandHandler<typeof MigrateInput> = ({ account, mode, segment, ...selection }, context) =>
  account
    ? migrateAccount(account, { mode, segment }, context)
    : runForAllStores({ ...selection, mode }, context, (store, one) => migrateStore(store, segment, one))

async function migrateAccount(
  account: AccountId,
  { mode, segment }: Pick<MigrateInput, 'mode' | 'segment'>,
  context: CommandContext,
) {
  const stores = []
  const errors: string[] = []
  for (const wanted of mode ? [mode] : modes) {
    const result = await migrateStore({ account, mode: wanted }, segment, context)
    stores.push({ account, mode: wanted, counts: result.json })
    errors.push(...result.errors)
  }
  const rows = stores.flatMap(({ counts, ...store }) =>
    Object.entries(counts).map(([entity, n]) => ({ ...store, entity, ...n })),
  )
  return { json: stores, text: formatTable(['account', 'mode', 'entity', 'read', 'migrated'], rows), errors }
}

async function migrateStore(
  store: Tenant,
  segment: Segment | undefined,
  { accounts, maintenance, report }: CommandContext,
) {
  await accounts.get(store.account)
  const { migrate } = await maintenance()
  const results = await migrate(store, {
    segment,
    onProgress: (entity, { read, migrated }) =>
      report({
        text: `${store.account} ${store.mode}, ${entity}: ${read} read, ${migrated} migrated`,
        hint: 'Run it again: it goes on with the rows that are left.',
      }),
  })
  return {
    json: results.counts,
    text: '',
    errors: [...failureSentences(results, 'was not migrated'), ...unreadableSentences(results)],
  }
}

export function addMigrateCommand(program: Command, createAction: CreateAction): void {
  addSegmentOption(addAllStoresOptions(program.command('migrate')))
    .description(
      'Saves all rows of an older row version in the current one. Run it after a deployment that changed what is stored.',
    )
    .option('--account <number>', 'number of the account (default: all accounts)')
    .option('--mode <mode>', 'Live or Test (default: both)')
    .action(createAction(MigrateInput, migrateStores))
}

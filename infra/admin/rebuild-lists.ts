/** The commands that rebuild the lists of a store while the store is in use. */

import type { Command } from 'commander'
import type { Tenant } from '../../lib/core/tenant.ts'
import { failureSentences } from '../error-text.ts'
import { addOneOrAllStoresOptions, OneOrAllStores, runForOneOrAllStores } from './all-stores.ts'
import type { CommandContext, CommandHandler, CommandResult, CreateAction } from './command.ts'
import { formatCounts } from './text-tables.ts'

type Rebuild = 'rebuildEntriesOfStore' | 'rebuildTalliesOfStore'

const rebuild =
  (name: Rebuild): CommandHandler<typeof OneOrAllStores> =>
  (selection, context) =>
    runForOneOrAllStores(selection, context, (store, one) => rebuildStore(name, store, one))

async function rebuildStore(
  name: Rebuild,
  store: Tenant,
  { accounts, maintenance, report }: CommandContext,
): Promise<CommandResult> {
  await accounts.get(store.account)
  const { [name]: rebuildLists } = await maintenance()
  report({ text: 'Reading the lists' })
  const { counts, failed } = await rebuildLists(store, (kind, count) => report({ text: `${kind}: ${count} rebuilt` }))
  return {
    json: counts,
    text: formatCounts('rebuilt', counts),
    errors: failureSentences(failed, 'could not be rebuilt'),
  }
}

export function addRebuildListsCommands(program: Command, createAction: CreateAction): void {
  const group = program.command('lists').description('Rebuilds the lists of a store or of all stores.')
  addOneOrAllStoresOptions(group.command('recount'))
    .description(
      'Counts all lists of a store again from their entries, and updates the counters of customers, products and discounts.',
    )
    .action(createAction(OneOrAllStores, rebuild('rebuildTalliesOfStore')))
  addOneOrAllStoresOptions(group.command('relist'))
    .description('Writes all list entries of a store again. Run it after adding a list or a filter, then run recount.')
    .action(createAction(OneOrAllStores, rebuild('rebuildEntriesOfStore')))
}

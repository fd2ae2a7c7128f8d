/** The commands that rebuild the lists of a store while the store is in use. */

import type { Command } from 'commander'
import { failureSentences } from '../error-text.ts'
import { addStoreOptions, type CommandHandler, type CreateAction, StoreOptions } from './command.ts'
import { formatCounts } from './text-tables.ts'

const rebuild =
  (name: 'rebuildEntriesOfStore' | 'rebuildTalliesOfStore'): CommandHandler<typeof StoreOptions> =>
  async (store, { accounts, maintenance, report }) => {
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
  const group = program.command('lists').description('Rebuilds the lists of a store.')
  addStoreOptions(group.command('recount'))
    .description(
      'Counts all lists of a store again from their entries, and updates the counters of customers, products and discounts.',
    )
    .action(createAction(StoreOptions, rebuild('rebuildTalliesOfStore')))
  addStoreOptions(group.command('relist'))
    .description('Writes all list entries of a store again. Run it after adding a list or a filter, then run recount.')
    .action(createAction(StoreOptions, rebuild('rebuildEntriesOfStore')))
}

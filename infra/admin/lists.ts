/** Commands that rebuild the lists of a store while it is in use. */

import type { Command } from 'commander'
import type { RebuildResult } from '../../lib/maintenance/index.ts'
import { errorMessage } from '../error-text.ts'
import { countColumns } from './columns.ts'
import type { CommandResult, Execute, Run } from './run.ts'
import { Store, withStore } from './store-options.ts'

const rebuild =
  (name: 'rebuildEntries' | 'rebuildTallies'): Execute<typeof Store> =>
  async (store, { accounts, maintenance }, report) => {
    await accounts.get(store.account)
    const { [name]: rebuildLists } = await maintenance()
    report({ text: 'Reading the lists' })
    const result = await rebuildLists(store, (kind, count) => report({ text: `${kind}: ${count} rebuilt` }))
    return resultOf(result)
  }

const resultOf = ({ counts, failed }: RebuildResult): CommandResult => ({
  json: counts,
  text: countColumns('rebuilt', counts),
  errors: failed.map(({ target, fault }) => `The ${target} could not be rebuilt: ${errorMessage(fault)}`),
})

export function addListCommands(program: Command, run: Run): void {
  const group = program.command('lists').description('Rebuilds the lists of a store.')
  withStore(group.command('recount'))
    .description(
      'Counts all lists of a store again from their entries, and updates the counters of customers, products and discounts.',
    )
    .action(run(Store, rebuild('rebuildTallies')))
  withStore(group.command('relist'))
    .description('Writes all list entries of a store again. Run it after adding a list or a filter, then run recount.')
    .action(run(Store, rebuild('rebuildEntries')))
}

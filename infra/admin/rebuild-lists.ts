/** The commands that rebuild the lists of a store while the store is in use. */

import type { Command } from 'commander'
import * as z from 'zod'
import type { Tenant } from '../../lib/core/tenant.ts'
import { failureSentences, unreadableSentences } from '../error-text.ts'
import type { CommandContext, CommandHandler, CommandResult, CreateAction } from './command.ts'
import { addOneOrAllStoresOptions, OneOrAllStores, runForOneOrAllStores } from './run-for-stores.ts'
import { formatCounts } from './text-tables.ts'
import {
  addResumeOption,
  addSegmentOption,
  parseResumePosition,
  ResumeOption,
  resumeHint,
  runResumable,
  SegmentOption,
} from './walk-options.ts'

const RebuildOptions = z.object({ ...SegmentOption.shape, ...ResumeOption.shape })
type RebuildOptions = z.output<typeof RebuildOptions>

const RebuildInput = OneOrAllStores.safeExtend(RebuildOptions.shape).refine(
  ({ allStores, resume }) => !(allStores && resume),
  { path: ['resume'], error: 'and --all-stores must not be given together' },
)

type Rebuild = 'rebuildEntriesOfStore' | 'rebuildTalliesOfStore'

const rebuild =
  (name: Rebuild): CommandHandler<typeof RebuildInput> =>
  ({ segment, resume, ...selection }, context) =>
    runForOneOrAllStores(selection, context, (store, one) => rebuildStore(name, store, { segment, resume }, one))

async function rebuildStore(
  name: Rebuild,
  store: Tenant,
  { segment, resume }: RebuildOptions,
  { accounts, maintenance, report: print }: CommandContext,
): Promise<CommandResult> {
  await accounts.get(store.account)
  const { [name]: rebuildLists } = await maintenance()
  const walk = { command: name, ...store, segment }
  const from = parseResumePosition(walk, { resume })
  const repeat = 'Repeat the command.'
  return runResumable(print, async report => {
    report({ text: 'Reading the lists', hint: resumeHint(walk, from, repeat) })
    const results = await rebuildLists(store, {
      segment,
      from,
      onProgress: (kind, count, position) =>
        report({ text: `${kind}: ${count} rebuilt`, hint: resumeHint(walk, position, repeat) }),
    })
    const errors = [...failureSentences(results, 'could not be rebuilt'), ...unreadableSentences(results)]
    return { json: results.counts, text: formatCounts('rebuilt', results.counts), errors }
  })
}

const addOptions = (command: Command) => addResumeOption(addSegmentOption(addOneOrAllStoresOptions(command)))

export function addRebuildListsCommands(program: Command, createAction: CreateAction): void {
  const group = program.command('lists').description('Rebuilds the lists of a store or of all stores.')
  addOptions(group.command('recount'))
    .description(
      'Counts all lists of a store again from their entries, and updates the counters of customers, products and discounts.',
    )
    .action(createAction(RebuildInput, rebuild('rebuildTalliesOfStore')))
  addOptions(group.command('relist'))
    .description('Writes all list entries of a store again. Run it after adding a list or a filter, then run recount.')
    .action(createAction(RebuildInput, rebuild('rebuildEntriesOfStore')))
}

/** The command that checks the lists, counters and unfinished operations of a store, and can repair them. */

import { setTimeout as sleep } from 'node:timers/promises'
import type { Command } from 'commander'
import * as z from 'zod'
import { boolean, integer } from '../../lib/core/fields.ts'
import { truncate } from '../../lib/core/problem.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import type { Difference, Failures, Finding, FindingKind } from '../../lib/maintenance/index.ts'
import { failureSentences } from '../error-text.ts'
import type { CommandContext, CommandHandler, CommandResult, CreateAction } from './command.ts'
import { addOneOrAllStoresOptions, OneOrAllStores, runForOneOrAllStores } from './run-for-stores.ts'
import { formatTable } from './text-tables.ts'
import { addSegmentOption, SegmentOption } from './walk-options.ts'

const CheckOptions = z.object({
  repair: boolean.default(false),
  /** The stream worker updates totals a few seconds after a change, and on a busy machine half a minute after it. */
  wait: integer({ min: 0, max: 600 }).default(30),
  ...SegmentOption.shape,
})
type CheckOptions = z.output<typeof CheckOptions>

const CheckInput = OneOrAllStores.safeExtend(CheckOptions.shape)

/**
 * The largest number of repair rounds. After one round has repaired a counter, another round must recount the lists
 * that are sorted by this counter.
 */
const maxRepairs = 3

/** The largest number of differences that are kept and printed. Further differences are only counted. */
const maxPrinted = 1000

/** The findings of one check of the store. */
interface Round {
  count: number
  findings: Finding[]
  kinds: Set<FindingKind>
  hasRepairable: boolean
}

const checkAndRepairStores: CommandHandler<typeof CheckInput> = ({ repair, wait, segment, ...selection }, context) =>
  runForOneOrAllStores(selection, context, (store, one) => checkAndRepair(store, { repair, wait, segment }, one))

async function checkAndRepair(store: Tenant, options: CheckOptions, context: CommandContext): Promise<CommandResult> {
  await context.accounts.get(store.account)
  const failures: Failures = { failed: [] }
  const first = await checkOnce(store, options, context, failures)
  let last = first
  for (let n = 1; options.repair && n <= maxRepairs && last.hasRepairable; n++) {
    const isRepairing = n < maxRepairs
    last = await checkOnce(store, { ...options, repair: isRepairing }, context, failures)
  }
  return checkResult(last, { found: first.count, failures })
}

/** Checks the store. With `repair`, also repairs the differences, and adds each failed repair to `failures`. */
async function checkOnce(
  store: Tenant,
  { repair: isRepairing, wait, segment }: CheckOptions,
  { maintenance, report }: CommandContext,
  failures: Failures,
): Promise<Round> {
  const { addFailures, checkStore, repairDifferences, findingOf } = await maintenance()
  const round: Round = { count: 0, findings: [], kinds: new Set(), hasRepairable: false }
  const onFound = async (differences: Difference[]) => {
    addFindings(round, differences.map(findingOf))
    const hasRepairable = differences.some(isRepairable)
    round.hasRepairable ||= hasRepairable
    if (!isRepairing || !hasRepairable) return
    report({ text: `${differences.length} differences: repairing` })
    addFailures(failures, await repairDifferences(store, differences))
  }
  const onProgress = (kind: string, count: number) => report({ text: `${kind}: ${count} checked` })
  const pause = () => {
    report({ text: `Differences are looked at again after ${wait} seconds` })
    return sleep(1000 * wait)
  }
  await checkStore(store, { onProgress, onFound, wait: pause, segment })
  return round
}

function addFindings(round: Round, findings: readonly Finding[]): void {
  round.count += findings.length
  round.findings.push(...findings.slice(0, maxPrinted - round.findings.length))
  for (const { kind } of findings) round.kinds.add(kind)
}

/** Returns whether a difference can be repaired, either by its `repair` or by a rebuild of its list. */
const isRepairable = ({ repair, list }: Difference) => repair !== undefined || list !== null

function checkResult(
  { count, findings, kinds }: Round,
  { found, failures }: { found: number; failures: Failures },
): CommandResult {
  const repaired = Math.max(found - count, 0)
  const more = count - findings.length
  const advice = [...kinds].flatMap(kind => adviceFor[kind] ?? [])
  const findingsText = count > 0 ? findingsTable(findings) : 'There are no differences.'
  return {
    json: { findings, ...(more > 0 && { moreFindings: more }), repaired },
    text: [
      ...(repaired > 0 ? [`Differences repaired: ${repaired}.`] : []),
      findingsText,
      ...(more > 0 ? [`${more} more differences are not shown.`] : []),
      ...advice,
    ].join('\n'),
    errors: [
      ...failureSentences(failures, 'could not be repaired'),
      ...(count > 0 ? [`Differences found: ${count}.`] : []),
    ],
  }
}

/** The printed table shortens long values. The option `--json` prints the values in full. */
function findingsTable(findings: Finding[]): string {
  const rows = findings.map(finding => ({
    ...finding,
    is: truncate(finding.is, 60),
    'should be': truncate(finding.shouldBe, 60),
  }))
  return formatTable(['kind', 'key', 'list', 'is', 'should be'], rows)
}

const runbook = 'see "Check and repair the lists" in infra/RUNBOOK.md'

/**
 * Advice about findings that `--repair` cannot correct, because only the payment gateway or a backup has the correct
 * data.
 */
const adviceFor: Partial<Record<FindingKind, string>> = {
  'unreadable-object': `unreadable-object: the stored object is damaged, and no command repairs it: ${runbook}.`,
  'missing-operation': `missing-operation: look up its id at the payment gateway, and ${runbook}.`,
  'orphaned-operation': `orphaned-operation: recovery.run completes or drops it; if it stays, ${runbook}.`,
}

export function addCheckAndRepairCommand(program: Command, createAction: CreateAction): void {
  addSegmentOption(addOneOrAllStoresOptions(program.command('check')))
    .description(
      'Compares the objects of a store with their list entries, totals and operations. Fails if it finds differences.',
    )
    .option('--wait <seconds>', 'time after which a difference is looked at again (default: 30)')
    .option('--repair', 'repair what can be repaired, and check again')
    .action(createAction(CheckInput, checkAndRepairStores))
}

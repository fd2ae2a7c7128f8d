/** The command that checks the lists, counters and unfinished operations of a store, and can repair them. */

import { setTimeout as sleep } from 'node:timers/promises'
import type { Command } from 'commander'
import * as z from 'zod'
import { boolean, integer } from '../../lib/core/fields.ts'
import { truncate } from '../../lib/core/problem.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import type { Difference, Finding, FindingKind, RepairFailure } from '../../lib/maintenance/index.ts'
import { failureSentences } from '../error-text.ts'
import { addOneOrAllStoresOptions, OneOrAllStores, runForOneOrAllStores } from './all-stores.ts'
import type { CommandContext, CommandHandler, CommandResult, CreateAction } from './command.ts'
import { formatTable } from './text-tables.ts'

const CheckOptions = z.object({ repair: boolean.default(false), wait: integer({ min: 0, max: 600 }).default(5) })

const CheckInput = OneOrAllStores.safeExtend(CheckOptions.shape)

/**
 * The largest number of repair rounds. After one round has repaired a counter, another round must recount the lists
 * that are sorted by this counter.
 */
const maxRepairs = 3

const checkStores: CommandHandler<typeof CheckInput> = ({ repair, wait, ...selection }, context) =>
  runForOneOrAllStores(selection, context, (store, one) => checkStore(store, { repair, wait }, one))

async function checkStore(
  store: Tenant,
  { repair: isRepairing, wait }: z.output<typeof CheckOptions>,
  { accounts, maintenance, report }: CommandContext,
): Promise<CommandResult> {
  await accounts.get(store.account)
  const { check, repair, findingOf } = await maintenance()
  const onProgress = (kind: string, count: number) => report({ text: `${kind}: ${count} checked` })
  const options = { onProgress, wait: () => sleep(1000 * wait) }
  let differences = await check(store, options)
  const found = differences.length
  const failures: RepairFailure[] = []
  for (let n = 0; isRepairing && n < maxRepairs && differences.some(isRepairable); n++) {
    report({ text: `${differences.length} differences: repairing` })
    failures.push(...(await repair(store, differences)))
    differences = await check(store, options)
  }
  return checkResult(differences.map(findingOf), { found, failures })
}

/** A difference can be repaired if it has a `repair`, or if it is in a list. Lists are repaired by a recount. */
const isRepairable = ({ repair, list }: Difference) => repair !== undefined || list !== null

function checkResult(
  findings: Finding[],
  { found, failures }: { found: number; failures: RepairFailure[] },
): CommandResult {
  const repaired = Math.max(found - findings.length, 0)
  const advice = [...new Set(findings.map(({ kind }) => kind))].flatMap(kind => adviceFor[kind] ?? [])
  const findingsText = findings.length > 0 ? findingsTable(findings) : 'There are no differences.'
  return {
    json: { findings, repaired },
    text: [...(repaired > 0 ? [`Differences repaired: ${repaired}.`] : []), findingsText, ...advice].join('\n'),
    errors: [
      ...failureSentences(failures, 'could not be repaired'),
      ...(findings.length > 0 ? [`Differences found: ${findings.length}.`] : []),
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
 * The option `--repair` cannot correct these findings, because only the payment gateway or a backup has the correct
 * data.
 */
const adviceFor: Partial<Record<FindingKind, string>> = {
  'unreadable-object': `unreadable-object: the stored object is damaged, and no command repairs it: ${runbook}.`,
  'missing-operation': `missing-operation: look up its id at the payment gateway, and ${runbook}.`,
  'orphaned-operation': `orphaned-operation: recovery.run completes or drops it; if it stays, ${runbook}.`,
}

export function addConsistencyCheckCommand(program: Command, createAction: CreateAction): void {
  addOneOrAllStoresOptions(program.command('check'))
    .description(
      'Compares the objects of a store with their list entries, totals and operations. Fails if it finds differences.',
    )
    .option('--wait <seconds>', 'time after which a difference is looked at again (default: 5)')
    .option('--repair', 'repair what can be repaired, and check again')
    .action(createAction(CheckInput, checkStores))
}

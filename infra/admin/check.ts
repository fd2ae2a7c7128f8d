/** The command that checks a store for data that contradicts itself, and repairs it. */

import { setTimeout as sleep } from 'node:timers/promises'
import type { Command } from 'commander'
import { boolean, integer } from '../../lib/core/fields.ts'
import { truncate } from '../../lib/core/problem.ts'
import type { Difference, Failure, Finding, FindingKind } from '../../lib/maintenance/index.ts'
import { errorMessage } from '../error-text.ts'
import { columns } from './columns.ts'
import type { CommandResult, Execute, Run } from './run.ts'
import { Store, withStore } from './store-options.ts'

const Input = Store.extend({ repair: boolean.default(false), wait: integer({ min: 0, max: 600 }).default(5) })

/**
 * Repairing a counter moves a list entry, and its list must then be counted by the stream worker or by another repair.
 */
const maxRepairs = 3

const checkStore: Execute<typeof Input> = async ({ repair: isRepairing, wait, ...store }, modules, report) => {
  await modules.accounts.get(store.account)
  const { check, repair, findingOf } = await modules.maintenance()
  const onProgress = (kind: string, count: number) => report({ text: `${kind}: ${count} checked` })
  const options = { onProgress, wait: () => sleep(1000 * wait) }
  let differences = await check(store, options)
  const found = differences.length
  const failures: Failure[] = []
  for (let n = 0; isRepairing && n < maxRepairs && differences.some(isRepairable); n++) {
    report({ text: `${differences.length} differences: repairing` })
    failures.push(...(await repair(store, differences)))
    differences = await check(store, options)
  }
  return resultOf(differences.map(findingOf), { found, failures })
}

/** A difference with a list is repaired by recounting the list. */
const isRepairable = ({ repair, list }: Difference) => repair !== undefined || list !== null

function resultOf(findings: Finding[], { found, failures }: { found: number; failures: Failure[] }): CommandResult {
  const repaired = Math.max(found - findings.length, 0)
  const advice = [...new Set(findings.map(({ kind }) => kind))].flatMap(kind => adviceFor[kind] ?? [])
  return {
    json: { findings, repaired },
    text: [...(repaired > 0 ? [`Differences repaired: ${repaired}.`] : []), ...lines(findings), ...advice].join('\n'),
    errors: [
      ...failures.map(({ target, fault }) => `The ${target} could not be repaired: ${errorMessage(fault)}`),
      ...(findings.length > 0 ? [`Differences found: ${findings.length}.`] : []),
    ],
  }
}

const headings = ['kind', 'key', 'list', 'is', 'should be']

/** Long values are cut in the text for people; --json prints them in full. */
const short = (value: string) => truncate(value, 60)

const lines = (findings: readonly Finding[]) =>
  findings.length === 0
    ? ['There are no differences.']
    : [
        columns([
          headings,
          ...findings.map(({ kind, key, list, is, shouldBe }) => [kind, key, list ?? '-', short(is), short(shouldBe)]),
        ]),
      ]

const runbook = 'see "Check and repair the lists" in infra/RUNBOOK.md'

/** These differences cannot be repaired by the command, as only the gateway or a backup has the data. */
const adviceFor: Partial<Record<FindingKind, string>> = {
  'unreadable-object': `unreadable-object: the stored object is damaged, and no command repairs it: ${runbook}.`,
  'missing-operation': `missing-operation: look up its id at the payment gateway, and ${runbook}.`,
  'orphaned-operation': `orphaned-operation: recovery.run completes or drops it; if it stays, ${runbook}.`,
}

export function addCheckCommand(program: Command, run: Run): void {
  withStore(program.command('check'))
    .description(
      'Compares the objects of a store with their list entries, totals and operations. Fails if it finds differences.',
    )
    .option('--wait <seconds>', 'time after which a difference is looked at again (default: 5)')
    .option('--repair', 'repair what can be repaired, and check again')
    .action(run(Input, checkStore))
}

/** The command that restores the table of a stage into a new table, and compares the two tables. */

import { DynamoDBClient, type TableDescription } from '@aws-sdk/client-dynamodb'
import type { Command } from 'commander'
import * as z from 'zod'
import { env } from '../../../lib/core/env.ts'
import { dateTime } from '../../../lib/core/fields.ts'
import type { CommandHandler, CreateAction } from '../command.ts'
import type { ReportProgress } from '../progress.ts'
import { addResumeOption, ResumeOption } from '../walk-options.ts'
import { type CountsComparison, compareCounts, formatCountsComparison } from './compare-counts.ts'
import { rebuildAllStores } from './rebuild-all-stores.ts'
import { RebuildAndCountPool } from './rebuild-and-count-pool.ts'
import type { Omissions } from './rebuild-and-count-thread.ts'
import {
  configureRestoredTable,
  describeTable,
  enableExpiry,
  enableStream,
  hasStream,
  type TableTarget,
  waitUntilActive,
  waitUntilDeleted,
} from './restored-table.ts'
import { isBackupArn, type RestoreTask, restoredTableName, startRestore } from './start-restore.ts'

const Input = z
  .object({
    to: dateTime.optional(),
    backup: z
      .string()
      .refine(isBackupArn, { error: 'must be the ARN of a backup of DynamoDB or of a recovery point of AWS Backup' })
      .optional(),
    ...ResumeOption.shape,
  })
  .refine(({ to, backup }) => Boolean(to) !== Boolean(backup), {
    path: ['to'],
    error: 'or --backup must be given, and not both',
  })

const restore: CommandHandler<typeof Input> = async ({ resume, ...input }, context) => {
  const { accounts, maintenanceMode, stage, report } = context
  if (!stage) throw new Error('Only a stage in AWS has backups: give --stage.')
  const task = { ...input, stage, current: env.tableName }
  const target = { client: new DynamoDBClient({}), table: restoredTableName(task) }
  if (task.current === target.table) throw new Error(`${stage} already uses ${target.table}.`)
  const startMaintenance = () =>
    maintenanceMode.start({ until: maintenanceMode.expectedEndIn(10), appliesEvents: false }, { table: target.table })
  const restored = new RebuildAndCountPool(target.table, report)
  const current = new RebuildAndCountPool(task.current, report)
  try {
    const omissions = await restoreInto(target, restored, { task, resume, startMaintenance, report })
    const exists = (await describeTable({ ...target, table: task.current })) !== null
    if (exists) await accounts.copyAccountCounterTo(target.table)
    const comparison = await compareCounts({ current: exists ? current : null, restored }, report)
    return resultOf(task, { comparison, ...omissions }, await describeTable(target))
  } finally {
    await Promise.all([current.stop(), restored.stop()])
  }
}

interface Restoring {
  task: RestoreTask
  /** The position from which an interrupted rebuild continues. */
  resume: string | undefined
  /**
   * The restored table starts in maintenance, so that its stores accept no requests at first. Changes made after the
   * restored time must be repeated before a person ends the maintenance.
   */
  startMaintenance: () => Promise<unknown>
  report: ReportProgress
}

/**
 * Restores the table, or continues the restore of an interrupted command. Returns what was not rebuilt. Damaged objects
 * do not keep the table from being used, because no rebuild can read them.
 */
async function restoreInto(
  target: TableTarget,
  threads: RebuildAndCountPool,
  { task, resume, startMaintenance, report }: Restoring,
): Promise<Omissions> {
  report({
    text: `Restoring into ${target.table}, which takes half an hour or longer`,
    hint: 'AWS continues. Run the same command again to wait for it and to go on.',
  })
  await waitUntilDeleted(target)
  if (!(await describeTable(target))) await startRestore(task, target)
  await waitUntilActive(target)
  const isReady = hasStream(await describeTable(target))
  if (!isReady) {
    await configureRestoredTable(target, task.stage)
    await startMaintenance()
  }
  const omissions = isReady ? nothing : await rebuildAllStores(threads, { from: resume, report })
  const isComplete = omissions.faults.length === 0
  /**
   * The stream is enabled only after all lists are rebuilt. If a repeated command finds no stream, the rebuild has not
   * ended, so the command rebuilds the lists again.
   */
  if (!isReady && isComplete) await enableStream(target)
  /** Expiry is enabled after the stream. If rows expired without a stream, the totals would still count these rows. */
  if (isComplete) await enableExpiry(target)
  return omissions
}

const nothing: Omissions = { faults: [], unreadable: [] }

interface Outcome extends Omissions {
  comparison: CountsComparison
}

function resultOf({ stage, current, to }: RestoreTask, outcome: Outcome, table: TableDescription | null) {
  const { comparison, faults, unreadable } = outcome
  const { rows: comparisons, moreRows } = comparison
  const restoredTo = to ?? table?.RestoreSummary?.RestoreDateTime?.toISOString() ?? null
  const names = { tableName: table?.TableName ?? null, tableStreamArn: table?.LatestStreamArn ?? null }
  const isEmpty = comparison.stores === 0 ? [`${names.tableName} has no accounts.`] : []
  return {
    json: {
      ...{ stage, current, restoredTo, ...names, comparisons },
      ...(moreRows > 0 && { moreComparisons: moreRows }),
      ...(unreadable.length > 0 && { unreadable }),
    },
    text: [
      `${names.tableName} has the data of ${restoredTo ?? 'the backup'}. ${stage} still uses ${current}.`,
      formatCountsComparison(comparison),
      ...(unreadable.length > 0 ? [[...unreadable, unreadableAdvice].join('\n')] : []),
      nextSteps(stage, { restoredTo, ...names }),
    ].join('\n\n'),
    errors: [...faults, ...isEmpty],
  }
}

const unreadableAdvice =
  'Lists leave out these damaged objects: see "Lambdas fail unexpectedly" in infra/RUNBOOK.md. All others are complete.'

/**
 * The replay starts an hour before the restored time, because the restored table may lack some events of that hour. An
 * event that arrives twice has only one effect.
 */
const replayStart = (restoredTo: string) => new Date(Date.parse(restoredTo) - 3_600_000).toISOString()

type Restored = Record<'restoredTo' | 'tableName' | 'tableStreamArn', string | null>

function nextSteps(stage: string, { restoredTo, tableName, tableStreamArn }: Restored): string {
  if (!tableStreamArn)
    return 'The table is not ready: its lists are not complete. Run the same command again to continue.'
  const from = restoredTo ? replayStart(restoredTo) : 'TIME'
  return `To use the restored table:

1. Start a maintenance: npm run store -- maintenance on --stage ${stage} --minutes 60
2. Set both in the settings of ${stage} in infra/stages.ts:
     tableName: '${tableName}',
     tableStreamArn: '${tableStreamArn}',
3. Deploy. No table is deleted, and the restored table is in maintenance, too:
     npm run deploy -- -c stage=${stage} --no-rollback-alarms
4. Repeat erasures and deletions of accounts since then.
5. Ten minutes after the deployment, when the archive has all events, take those since then again:
     npm run store -- maintenance on --stage ${stage} --apply-events
     npm run store -- replay --stage ${stage} --from ${from}
6. Send the events of Stripe since then again, which contain the refunds, and revoke keys again.
7. Check the stores, and end the maintenance:
     npm run store -- check --stage ${stage} --all-stores --repair
     npm run store -- maintenance off --stage ${stage}
8. Repeat what else was changed through the API since then, such as stock. The audit log lists it.

"Restore the table" in infra/RUNBOOK.md explains each step.`
}

export function addRestoreCommand(program: Command, createAction: CreateAction): void {
  addResumeOption(program.command('restore'))
    .description(
      'Restores the table of a stage into a new table, and compares both. The stage uses the new one after its next deployment with the settings that this command prints. Repeat an interrupted command to continue.',
    )
    .option('--to <time>', 'point in time within the last 35 days, in UTC unless it has an offset')
    .option('--backup <arn>', 'ARN of a backup, instead of a point in time')
    .action(createAction(Input, restore))
}

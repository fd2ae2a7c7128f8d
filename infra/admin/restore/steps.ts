/** Prints the commands for what remains to be done after a table was restored. */

interface Restored {
  stage: string
  /** The point in time to which the data was restored, if it is known. */
  restoredTo: string | null
  tableName: string | null
  tableStreamArn: string | null
}

/** An event may have waited this long in the queue. One that is applied twice has no further effect. */
const queueMilliseconds = 60 * 60 * 1000

const replayStart = (restoredTo: string) => new Date(Date.parse(restoredTo) - queueMilliseconds).toISOString()

/** "Restore the table" in infra/RUNBOOK.md explains each step. */
export function nextSteps({ stage, restoredTo, tableName, tableStreamArn }: Restored): string {
  if (!tableStreamArn)
    return 'The table is not ready: its lists are not complete. Run the same command again to continue.'
  const from = restoredTo ? replayStart(restoredTo) : 'TIME'
  return `To use the restored table:

1. Disable the stores: npm run store -- account disable --stage ${stage} --account NUMBER
2. Set both in the settings of ${stage} in infra/stages.ts:
     tableName: '${tableName}',
     tableStreamArn: '${tableStreamArn}',
3. Deploy, and disable the stores again, which are enabled in the restored table. No table is deleted:
     npm run deploy -- -c stage=${stage}
4. Repeat erasures and deletions of accounts since then.
5. Ten minutes after the deployment, when the archive has all events, take those since then again:
     npm run store -- replay --stage ${stage} --from ${from}
6. Repeat what was changed through the API since then: refunds, credit notes, revoked keys, stock. The audit log lists it.

"Restore the table" in infra/RUNBOOK.md explains each step.`
}

/** Finds the options of `cdk deploy` that name the alarms which roll back a deployment. */

import { readStackOutput } from './admin/stack-outputs.ts'
import { stackOutputs } from './constants.ts'
import type { Stage } from './stages.ts'

const option = '--rollback-trigger-alarm-arns'

/**
 * These options remove all rollback alarms. Without these options, CloudFormation keeps the rollback alarms of the last
 * deployment.
 */
const none = [option, 'none']

/**
 * Returns the options of `cdk deploy` for the stage; `isOff` turns rollback alarms off. Returns no options if the stage
 * does not set `rollbackMinutes`, or if the deployed stack has no rollback alarms yet.
 */
export async function readRollbackAlarmOptions({ name, rollbackMinutes }: Stage, isOff: boolean): Promise<string[]> {
  if (isOff || rollbackMinutes === 0) return none
  if (!rollbackMinutes) return []
  const alarms = await readStackOutput(name, stackOutputs.rollbackAlarms).catch(() => null)
  if (!alarms) return []
  const options = alarms.split(',').flatMap(arn => [option, arn])
  return [...options, '--monitoring-time-minutes', String(rollbackMinutes)]
}

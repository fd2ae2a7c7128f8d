/** Tells CDK which alarms roll a deployment back. */

import { readStackOutput } from './admin/stack-outputs.ts'
import { stackOutputs } from './constants.ts'
import type { Stage } from './stages.ts'

const option = '--rollback-trigger-alarm-arns'

/** CloudFormation keeps the alarms of the last deployment, unless it gets others or this value. */
const none = [option, 'none']

/**
 * Returns the options of `cdk deploy` for the stage. The first deployment of a stack has no alarms yet, and so has the
 * first one of this version: nothing rolls it back but its own failure.
 */
export async function readRollbackOptions({ name, rollbackMinutes }: Stage, isOff: boolean): Promise<string[]> {
  if (isOff || rollbackMinutes === 0) return none
  if (!rollbackMinutes) return []
  const alarms = await readStackOutput(name, stackOutputs.rollbackAlarms).catch(() => null)
  if (!alarms) return []
  const options = alarms.split(',').flatMap(arn => [option, arn])
  return [...options, '--monitoring-time-minutes', String(rollbackMinutes)]
}

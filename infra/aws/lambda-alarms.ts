/**
 * Alarms on Lambdas. Several Lambdas share one, as an alarm for each would nearly double the resources of the stack.
 */

import { Construct } from 'constructs'
import type { Stage } from '../stages.ts'
import { type AlarmTopic, ThresholdAlarm } from './alarms.ts'
import type { LambdaFunction } from './lambda-function.ts'
import { lambdaThrottles, unexpectedErrors } from './lambda-metrics.ts'

interface LambdaAlarmsProps {
  stage: Stage
  topic: AlarmTopic
  workers: readonly LambdaFunction[]
  authorizer: LambdaFunction
}

/**
 * The limit is for five minutes. Fewer errors are retried automatically, and another alarm starts if the retries fail.
 */
const maxErrors = 2

export class LambdaAlarms extends Construct {
  constructor(scope: Construct, id: string, { stage, topic, workers, authorizer }: LambdaAlarmsProps) {
    super(scope, id)
    new ThresholdAlarm(this, 'UnexpectedErrors', {
      topic,
      description: `More than ${maxErrors} unexpected errors in five minutes: faults in the logs of Lambdas, and runs of workers that failed or timed out.`,
      runbook: 'Lambdas fail unexpectedly',
      metric: unexpectedErrors(stage, workers),
      threshold: maxErrors,
    })
    /**
     * The alarm does not cover endpoints, as they have more metrics than an alarm may have. A throttled endpoint
     * replies with 5xx, which has its own alarm.
     */
    new ThresholdAlarm(this, 'Throttles', {
      topic,
      description:
        'AWS did not start a worker or the authorizer of this stack: the account has reached its limit of concurrent executions.',
      runbook: 'AWS does not start Lambdas',
      metric: lambdaThrottles([...workers, authorizer]),
      threshold: 0,
    })
  }
}

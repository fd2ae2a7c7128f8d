/** Defines alarms that each cover many Lambdas. Separate alarms would nearly double the resources of the stack. */

import { Construct } from 'constructs'
import type { Stage } from '../stages.ts'
import { ThresholdAlarm } from './alarm-kinds.ts'
import type { LambdaFunction } from './lambda-function.ts'
import { failedRunMetrics, lambdaThrottleMetric, loggedFaults, sumMetrics } from './metrics.ts'

interface LambdaAlarmsProps {
  stage: Stage
  workers: readonly LambdaFunction[]
  authorizer: LambdaFunction
}

/**
 * More errors than this in five minutes start the alarm. Fewer errors do not need this alarm: other alarms cover 5xx
 * replies and dead letters, and workers retry failed work.
 */
const maxErrors = 2

/**
 * More throttled runs than this in five minutes start the alarm. A few throttled runs need no alarm: a short peak can
 * cause them, and AWS retries the throttled runs of workers.
 */
const maxThrottles = 10

export class LambdaAlarms extends Construct {
  constructor(scope: Construct, id: string, { stage, workers, authorizer }: LambdaAlarmsProps) {
    super(scope, id)
    new ThresholdAlarm(this, 'UnexpectedErrors', {
      severity: 'notice',
      description: `More than ${maxErrors} unexpected errors in five minutes: faults in the logs of Lambdas, and runs of workers that failed or timed out.`,
      runbook: 'Lambdas fail unexpectedly',
      metric: sumMetrics('unexpected errors', [loggedFaults(stage), ...failedRunMetrics(workers)]),
      threshold: maxErrors,
      rollsBack: true,
    })
    /**
     * The alarm does not cover endpoints, because the stack has more endpoints than an alarm may have metrics. If AWS
     * does not start an endpoint, the alarm on 5xx replies starts.
     */
    new ThresholdAlarm(this, 'Throttles', {
      severity: 'notice',
      description: `More than ${maxThrottles} times in five minutes, AWS did not start a worker or the authorizer of this stack: the account has reached its limit of concurrent executions.`,
      runbook: 'AWS does not start Lambdas',
      metric: lambdaThrottleMetric([...workers, authorizer]),
      threshold: maxThrottles,
    })
  }
}

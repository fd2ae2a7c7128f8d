/** Metrics and alarms of Lambdas. Lambdas share alarms, as separate ones would nearly double the stack's resources. */

import { type MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch'
import { Construct } from 'constructs'
import type { Stage } from '../stages.ts'
import { ThresholdAlarm } from './alarms.ts'
import type { LambdaFunction } from './lambda-function.ts'
import { faults, sumMetrics } from './metrics.ts'

type Lambdas = readonly LambdaFunction[]

/** Counts the runs that threw or timed out, in one metric for each Lambda. */
export const failedRunMetrics = (lambdas: Lambdas): Metric[] =>
  lambdas.map(({ resource, name }) => resource.metricErrors({ label: name }))

export const lambdaThrottleMetric = (lambdas: Lambdas): MathExpression =>
  sumMetrics(
    'throttles in this stack',
    lambdas.map(({ resource }) => resource.metricThrottles()),
    'l',
  )

/** This metric covers all Lambdas of the account in the region, because they share one limit. */
export const lambdaConcurrencyMetric = new Metric({
  namespace: 'AWS/Lambda',
  metricName: 'ConcurrentExecutions',
  statistic: Stats.MAXIMUM,
  label: 'concurrency in this account',
})

interface LambdaAlarmsProps {
  stage: Stage
  workers: Lambdas
  authorizer: LambdaFunction
}

/**
 * More errors than this in five minutes start the alarm. A few errors need no alarm, because they are retried, and
 * there is another alarm for retries that fail.
 */
const maxErrors = 2

export class LambdaAlarms extends Construct {
  constructor(scope: Construct, id: string, { stage, workers, authorizer }: LambdaAlarmsProps) {
    super(scope, id)
    new ThresholdAlarm(this, 'UnexpectedErrors', {
      description: `More than ${maxErrors} unexpected errors in five minutes: faults in the logs of Lambdas, and runs of workers that failed or timed out.`,
      runbook: 'Lambdas fail unexpectedly',
      metric: sumMetrics('unexpected errors', [faults(stage), ...failedRunMetrics(workers)]),
      threshold: maxErrors,
    })
    /**
     * The alarm does not cover endpoints, because there are more endpoints than an alarm may have metrics. If AWS does
     * not start an endpoint, the reply is 5xx, for which there is another alarm.
     */
    new ThresholdAlarm(this, 'Throttles', {
      description:
        'AWS did not start a worker or the authorizer of this stack: the account has reached its limit of concurrent executions.',
      runbook: 'AWS does not start Lambdas',
      metric: lambdaThrottleMetric([...workers, authorizer]),
    })
  }
}

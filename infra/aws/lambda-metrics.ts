/** Metrics of several Lambdas of this stack, for alarms and the dashboard. */

import { type MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch'
import type { Stage } from '../stages.ts'
import type { LambdaFunction } from './lambda-function.ts'
import { faults, sumMetrics } from './metrics.ts'

type Lambdas = readonly LambdaFunction[]

/** Counts runs that threw or timed out, in one metric for each Lambda. */
export const failedRuns = (lambdas: Lambdas): Metric[] =>
  lambdas.map(({ resource, name }) => resource.metricErrors({ label: name }))

export const unexpectedErrors = (stage: Stage, workers: Lambdas): MathExpression =>
  sumMetrics('unexpected errors', [faults(stage), ...failedRuns(workers)])

export const lambdaThrottles = (lambdas: Lambdas): MathExpression =>
  sumMetrics(
    'throttles in this stack',
    lambdas.map(({ resource }) => resource.metricThrottles()),
    'l',
  )

/** The metric is about all Lambdas of the account in the region, as they share one limit. */
export const lambdaConcurrency = new Metric({
  namespace: 'AWS/Lambda',
  metricName: 'ConcurrentExecutions',
  statistic: Stats.MAXIMUM,
  label: 'concurrency in this account',
})

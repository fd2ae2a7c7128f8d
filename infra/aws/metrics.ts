/** Defines metrics for the alarms and the dashboard. */

import { Duration } from 'aws-cdk-lib'
import { MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch'
import type { ITable } from 'aws-cdk-lib/aws-dynamodb'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import { metricNamespace, metricServiceOf } from '../../lib/core/aws-names.ts'
import { type Mode, modes } from '../../lib/core/tenant.ts'
import { secondaryIndex } from '../../lib/store/table.ts'
import type { Stage } from '../stages.ts'

/** Returns a metric that the Lambdas themselves write. */
export const ownMetric = (metricName: string, { name }: Stage, dimensions = {}) =>
  new Metric({
    namespace: metricNamespace,
    metricName,
    dimensionsMap: { service: metricServiceOf(name), ...dimensions },
    statistic: Stats.SUM,
  })

export const loggedFaults = (stage: Stage) => ownMetric('Faults', stage).with({ label: 'faults in all logs' })

const byMode = (metricName: string, stage: Stage) =>
  modes.map(mode =>
    ownMetric(metricName, stage, { mode }).with({ label: `${metricName} (${mode})`, period: Duration.hours(1) }),
  )

/** Counts the completed orders and the refunds of each hour. A refund may be made through this API or elsewhere. */
export const ordersAndRefunds = (stage: Stage) => [...byMode('Orders', stage), ...byMode('Refunds', stage)]

/** Counts the orders that were completed in Live mode, including those of subscriptions, in each hour. */
export const liveOrders = (stage: Stage) =>
  ownMetric('Orders', stage, { mode: 'Live' }).with({ period: Duration.hours(1) })

/** Counts refunds in Live mode that do not count, because they have failed or are in another currency. */
export const liveRefundsNotCounted = (stage: Stage) => ownMetric('RefundsNotCounted', stage, { mode: 'Live' })

/** The age, in milliseconds, of the oldest unfinished operation in Live mode at a payment gateway, such as a refund. */
export const oldestGatewayOperationAge = (stage: Stage) =>
  ownMetric('PendingPaymentAge', stage).with({ statistic: Stats.MAXIMUM, label: 'oldest payment under way' })

/** The same age in Test mode. The metric has no values while no operation is unfinished. */
export const oldestTestOperationAge = (stage: Stage) =>
  ownMetric('PendingTestPaymentAge', stage).with({ statistic: Stats.MAXIMUM, label: 'oldest payment in Test mode' })

/**
 * Counts the runs of `recovery.run` that have read the unfinished operations. During a maintenance, no run reads them.
 * Each counted run adds one value to the metric `PendingPaymentAge`: the age of the oldest unfinished operation in Live
 * mode, or 0 if there is none.
 */
export const recoveryRuns = (stage: Stage) =>
  ownMetric('PendingPaymentAge', stage).with({ statistic: Stats.SAMPLE_COUNT })

/** The age, in milliseconds, of the oldest mail that `recovery.run` has not yet put into the queue. */
export const oldestMailAge = (stage: Stage) =>
  ownMetric('OldestMailAge', stage).with({ statistic: Stats.MAXIMUM, label: 'oldest mail in the outbox' })

const answers = (stage: Stage, mode: Mode, result: string) => ownMetric('GatewayAnswers', stage, { mode, result })

/** Alarms count only Live mode, because a developer who tests declined cards causes refusals on purpose. */
const liveAnswers = (stage: Stage, result: string) => answers(stage, 'Live', result)

/** The percentage of refused requests is computed only if there are at least this many answers. */
const minAnswers = 10

/**
 * Counts the answers of payment gateways to refunds, captures and changes of subscriptions. The result `unavailable` is
 * also counted for reads from Stripe without a valid key.
 */
export const paymentGatewayAnswers = (stage: Stage) =>
  modes.flatMap(mode =>
    ['succeeded', 'refused', 'unreachable', 'unavailable', 'unknown'].map(result =>
      answers(stage, mode, result).with({ label: `${result} (${mode})` }),
    ),
  )

/**
 * Counts operations, and reads from Stripe, that failed in Live mode because the store has no valid key for the
 * gateway. The period is an hour, because an operation waits at most an hour for its next attempt.
 */
export const missingGatewayKeys = (stage: Stage) =>
  liveAnswers(stage, 'unavailable').with({ label: 'gateways without a key', period: Duration.hours(1) })

/** The percentage of Live requests that payment gateways refused; 0 if there are fewer answers than `minAnswers`. */
export const refusedByGatewayPercentage = (stage: Stage) =>
  new MathExpression({
    label: 'refused by gateways (%)',
    expression: `IF(FILL(refused, 0) + FILL(succeeded, 0) >= ${minAnswers}, 100 * FILL(refused, 0) / (FILL(refused, 0) + FILL(succeeded, 0)), 0)`,
    usingMetrics: { refused: liveAnswers(stage, 'refused'), succeeded: liveAnswers(stage, 'succeeded') },
    period: Duration.minutes(15),
  })

/** Counts mails for which SES did not report whether it accepted them. */
export const mailsWithUnknownResult = (stage: Stage) => ownMetric('UnknownMails', stage)

/**
 * Returns the sum of the metrics. AWS omits most metrics while they are zero. `FILL` replaces an omitted metric by 0,
 * because otherwise the sum would be omitted too.
 */
export function sumMetrics(label: string, metrics: Metric[], idPrefix = 'm'): MathExpression {
  const byId = metrics.map((metric, index) => [`${idPrefix}${index}`, metric] as const)
  const expression = byId.map(([id]) => `FILL(${id}, 0)`).join(' + ')
  return new MathExpression({ label, expression, usingMetrics: Object.fromEntries(byId) })
}

interface RequestRate {
  label: string
  /** Counts the requests of one kind, such as failed requests. */
  part: Metric
  all: Metric
  /** If `part` counts fewer requests than this, the percentage is 0. */
  minimum: number
}

/**
 * Returns the count of `part` as a percentage of the count of `all`. CloudWatch has no value for a metric without
 * requests, so `FILL` replaces a missing value of `part` by 0.
 */
export const requestPercentage = ({ label, part, all, minimum }: RequestRate) =>
  new MathExpression({
    label,
    expression: `IF(FILL(part, 0) >= ${minimum}, 100 * FILL(part, 0) / all, 0)`,
    usingMetrics: { part, all },
  })

const tableMetric = (table: ITable, metricName: string, dimensions = {}) =>
  table.metric(metricName, { dimensionsMap: { TableName: table.tableName, ...dimensions }, statistic: Stats.SUM })

/** Returns a metric of the table and the same metric of its index, which DynamoDB measures separately. */
const withIndex = (table: ITable, metricName: string) =>
  [{}, { GlobalSecondaryIndexName: secondaryIndex.name }].map(dimensions => tableMetric(table, metricName, dimensions))

export const tableThrottles = (table: ITable): MathExpression =>
  sumMetrics('table throttles', [...withIndex(table, 'ReadThrottleEvents'), ...withIndex(table, 'WriteThrottleEvents')])

/** Counts the units that DynamoDB bills. A write to the table counts again if it changes the index. */
export const tableUnits = (table: ITable): MathExpression[] => [
  sumMetrics('read units', withIndex(table, 'ConsumedReadCapacityUnits'), 'r'),
  sumMetrics('write units', withIndex(table, 'ConsumedWriteCapacityUnits'), 'w'),
]

const reads = ['GetItem', 'BatchGetItem', 'Query']
const writes = ['PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem', 'TransactWriteItems']

export const tableErrors = (table: ITable): MathExpression =>
  sumMetrics(
    'table errors',
    [...reads, ...writes].map(Operation => tableMetric(table, 'SystemErrors', { Operation })),
  )

/** This type replaces the construct LambdaFunction, whose import would be circular. */
type Lambdas = readonly { resource: IFunction; name: string }[]

/** Returns a metric for each Lambda that counts its failed runs. A run has failed if it threw an error or timed out. */
export const failedRunMetrics = (lambdas: Lambdas): Metric[] =>
  lambdas.map(({ resource, name }) => resource.metricErrors({ label: name }))

export const lambdaThrottleMetric = (lambdas: Lambdas): MathExpression =>
  sumMetrics(
    'throttles in this stack',
    lambdas.map(({ resource }) => resource.metricThrottles()),
    'l',
  )

/** This metric covers all Lambdas of the AWS account in the region, because they share one concurrency limit. */
export const lambdaConcurrencyMetric = new Metric({
  namespace: 'AWS/Lambda',
  metricName: 'ConcurrentExecutions',
  statistic: Stats.MAXIMUM,
  label: 'concurrency in this account',
})

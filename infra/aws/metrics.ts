/** The metrics of alarms and dashboard that CDK has no method for. */

import { Duration } from 'aws-cdk-lib'
import { MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch'
import type { ITable } from 'aws-cdk-lib/aws-dynamodb'
import { metricNamespace, serviceOf } from '../../lib/core/stack-names.ts'
import { modes } from '../../lib/core/tenant.ts'
import { secondaryIndex } from '../../lib/store/table.ts'
import type { Stage } from '../stages.ts'

const sum = Stats.SUM

/** A metric that the Lambdas write themselves. */
const ownMetric = (metricName: string, { name }: Stage, dimensions = {}) =>
  new Metric({
    namespace: metricNamespace,
    metricName,
    dimensionsMap: { service: serviceOf(name), ...dimensions },
    statistic: sum,
  })

export const faults = (stage: Stage) => ownMetric('Faults', stage).with({ label: 'faults in all logs' })

const byMode = (metricName: string, stage: Stage) =>
  modes.map(mode =>
    ownMetric(metricName, stage, { mode }).with({
      label: `${metricName} (${mode})`,
      period: Duration.hours(1),
    }),
  )

/** In an hour: orders that were completed, and refunds that were made here or elsewhere. */
export const ordersAndRefunds = (stage: Stage) => [...byMode('Orders', stage), ...byMode('Refunds', stage)]

/** The age of the oldest refund or capture under way, in milliseconds. */
export const pendingPaymentAge = (stage: Stage) =>
  ownMetric('PendingPaymentAge', stage).with({ statistic: Stats.MAXIMUM, label: 'oldest payment under way' })

const answers = (stage: Stage, result: string) => ownMetric('GatewayAnswers', stage, { result })

/** Of a few requests, a single refusal says nothing. */
const minAnswers = 10

/** How payment gateways answered requests to refund, to capture and to change subscriptions. */
export const gatewayAnswers = (stage: Stage) =>
  ['succeeded', 'refused', 'unreachable', 'unavailable', 'unknown'].map(result =>
    answers(stage, result).with({ label: result }),
  )

/** How often a key of a store did not reach its payment gateway. An operation is tried again at least once an hour. */
export const unavailableGateways = (stage: Stage) =>
  answers(stage, 'unavailable').with({ label: 'gateways without a key', period: Duration.hours(1) })

/** How many percent of the requests to payment gateways were refused; 0 while there are few. */
export const refusedPercentage = (stage: Stage) =>
  new MathExpression({
    label: 'refused by gateways (%)',
    expression: `IF(FILL(refused, 0) + FILL(succeeded, 0) >= ${minAnswers}, 100 * FILL(refused, 0) / (FILL(refused, 0) + FILL(succeeded, 0)), 0)`,
    usingMetrics: { refused: answers(stage, 'refused'), succeeded: answers(stage, 'succeeded') },
    period: Duration.minutes(15),
  })

/** Refunds that the gateway took back, or that are in another currency than their order. */
export const refundsNotCounted = (stage: Stage) => ownMetric('RefundsNotCounted', stage)

/** Checkout events whose name is not known, and which were ignored. */
export const unknownEvents = (stage: Stage) => ownMetric('UnknownEvents', stage)

/** Mails of which SES did not say whether it took them. */
export const unknownMails = (stage: Stage) => ownMetric('UnknownMails', stage)

export const replies = (stage: Stage) =>
  ['2xx', '3xx', '4xx', '5xx'].map(status => ownMetric('Replies', stage, { status }).with({ label: status }))

/** AWS omits most metrics while they are zero. A sum with a missing part would be missing too, so missing parts are filled with zero. */
export function sumMetrics(label: string, metrics: Metric[], idPrefix = 'm'): MathExpression {
  const byId = metrics.map((metric, index) => [`${idPrefix}${index}`, metric] as const)
  const expression = byId.map(([id]) => `FILL(${id}, 0)`).join(' + ')
  return new MathExpression({ label, expression, usingMetrics: Object.fromEntries(byId) })
}

const tableMetric = (table: ITable, metricName: string, dimensions = {}) =>
  table.metric(metricName, { dimensionsMap: { TableName: table.tableName, ...dimensions }, statistic: sum })

/** The index is measured separately from the table. */
const withIndex = (table: ITable, metricName: string) =>
  [{}, { GlobalSecondaryIndexName: secondaryIndex.name }].map(dimensions =>
    tableMetric(table, metricName, dimensions),
  )

export const tableThrottles = (table: ITable): MathExpression =>
  sumMetrics('table throttles', [
    ...withIndex(table, 'ReadThrottleEvents'),
    ...withIndex(table, 'WriteThrottleEvents'),
  ])

/** What DynamoDB bills: a write of the table is also one of the index if it changes the index. */
export const tableUnits = (table: ITable): MathExpression[] => [
  sumMetrics('read units', withIndex(table, 'ConsumedReadCapacityUnits'), 'r'),
  sumMetrics('write units', withIndex(table, 'ConsumedWriteCapacityUnits'), 'w'),
]

const reads = ['GetItem', 'BatchGetItem', 'Query']
const writes = ['PutItem', 'UpdateItem', 'DeleteItem', 'TransactWriteItems']

export const tableErrors = (table: ITable): MathExpression =>
  sumMetrics(
    'table errors',
    [...reads, ...writes].map(Operation => tableMetric(table, 'SystemErrors', { Operation })),
  )

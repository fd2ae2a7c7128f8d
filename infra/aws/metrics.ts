/** The metrics of alarms and dashboard that CDK has no method for. */

import { Duration } from 'aws-cdk-lib'
import { MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch'
import type { Table } from 'aws-cdk-lib/aws-dynamodb'
import { metricNamespace, serviceOf } from '../../lib/core/metrics.ts'
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

export const faults = (stage: Stage) => ownMetric('Faults', stage)

/** The age of the oldest refund or capture under way, in milliseconds. */
export const pendingPaymentAge = (stage: Stage) =>
  ownMetric('PendingPaymentAge', stage).with({ statistic: Stats.MAXIMUM, label: 'oldest payment under way' })

const answers = (stage: Stage, result: string) => ownMetric('GatewayAnswers', stage, { result })

/** Of a few requests, a single refusal says nothing. */
const minAnswers = 10

/** How many percent of the requests to payment gateways were refused; 0 while there are few. */
export const refusedPercentage = (stage: Stage) =>
  new MathExpression({
    label: 'refused by gateways (%)',
    expression: `IF(FILL(refused, 0) + FILL(succeeded, 0) >= ${minAnswers}, 100 * FILL(refused, 0) / (FILL(refused, 0) + FILL(succeeded, 0)), 0)`,
    usingMetrics: { refused: answers(stage, 'refused'), succeeded: answers(stage, 'succeeded') },
    period: Duration.minutes(15),
  })

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

const tableMetric = (table: Table, metricName: string, dimensions = {}) =>
  table.metric(metricName, { dimensionsMap: { TableName: table.tableName, ...dimensions }, statistic: sum })

/** The index is throttled separately from the table. */
export function tableThrottles(table: Table): MathExpression {
  const metrics = [{}, { GlobalSecondaryIndexName: secondaryIndex.name }].flatMap(dimensions => [
    tableMetric(table, 'ReadThrottleEvents', dimensions),
    tableMetric(table, 'WriteThrottleEvents', dimensions),
  ])
  return sumMetrics('table throttles', metrics)
}

const reads = ['GetItem', 'BatchGetItem', 'Query']
const writes = ['PutItem', 'UpdateItem', 'DeleteItem', 'TransactWriteItems']

export const tableErrors = (table: Table): MathExpression =>
  sumMetrics(
    'table errors',
    [...reads, ...writes].map(Operation => tableMetric(table, 'SystemErrors', { Operation })),
  )

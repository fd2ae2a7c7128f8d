/** The numbers that alarms and dashboard watch, where CDK has no name for them. */

import { MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch'
import type { Table } from 'aws-cdk-lib/aws-dynamodb'
import { metricNamespace, serviceOf } from '../../lib/core/metrics.ts'
import { secondaryIndex } from '../../lib/store/table.ts'
import type { Stage } from '../stages.ts'

const statistic = Stats.SUM

/** What the program itself counts. */
const counted = (metricName: string, { name }: Stage, dimensions = {}) =>
  new Metric({
    namespace: metricNamespace,
    metricName,
    dimensionsMap: { service: serviceOf(name), ...dimensions },
    statistic,
  })

export const faults = (stage: Stage) => counted('Faults', stage)

export const replies = (stage: Stage) =>
  ['2xx', '3xx', '4xx', '5xx'].map(status => counted('Replies', stage, { status }).with({ label: status }))

/** Of all Lambdas of the account in its region: they share one limit, and whichever meets it, all do. */
export const lambdaThrottles = new Metric({ namespace: 'AWS/Lambda', metricName: 'Throttles', statistic })
export const lambdasAtOnce = new Metric({
  namespace: 'AWS/Lambda',
  metricName: 'ConcurrentExecutions',
  statistic: Stats.MAXIMUM,
})

/** DynamoDB reports a trouble only while there is one, and a sum with a part missing would be missing too. */
function sumOf(label: string, parts: Metric[]): MathExpression {
  const named = parts.map((metric, number) => [`m${number}`, metric] as const)
  const expression = named.map(([name]) => `FILL(${name}, 0)`).join(' + ')
  return new MathExpression({ label, expression, usingMetrics: Object.fromEntries(named) })
}

const troubles = (table: Table, metricName: string, place = {}) =>
  table.metric(metricName, { dimensionsMap: { TableName: table.tableName, ...place }, statistic })

/** Of the table and of its index, which is throttled on its own. */
export function tableThrottles(table: Table): MathExpression {
  const places = [{}, { GlobalSecondaryIndexName: secondaryIndex.name }]
  const parts = places.flatMap(place => [
    troubles(table, 'ReadThrottleEvents', place),
    troubles(table, 'WriteThrottleEvents', place),
  ])
  return sumOf('turned away', parts)
}

const reads = ['GetItem', 'BatchGetItem', 'Query']
const writes = ['PutItem', 'UpdateItem', 'DeleteItem', 'TransactWriteItems']

export const tableErrors = (table: Table): MathExpression =>
  sumOf(
    'errors of DynamoDB',
    [...reads, ...writes].map(Operation => troubles(table, 'SystemErrors', { Operation })),
  )

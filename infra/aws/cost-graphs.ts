/** Graphs of the cost of a stack: its requests, Lambdas, table and logs. */

import { Stack } from 'aws-cdk-lib'
import { GraphWidget, type IMetric, MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch'
import { LogGroup } from 'aws-cdk-lib/aws-logs'
import type { Construct } from 'constructs'
import type { Stage } from '../stages.ts'
import type { Gateway } from './gateway.ts'
import { LambdaFunction } from './lambda-function.ts'
import { sumMetrics, tableUnits } from './metrics.ts'
import type { Table } from './table.ts'

/** A graph of the dashboard, half as wide as the page. */
export const graph = (title: string, left: IMetric[], right: IMetric[] = []) =>
  new GraphWidget({ title, left, right, width: 12 })

interface CostGraphsProps {
  stage: Stage
  gateway: Gateway
  table: Table
}

/** The graphs show all Lambdas and logs of the stack, so they must be created after all other constructs. */
export function costGraphs(scope: Construct, { stage, gateway, table }: CostGraphsProps) {
  const all = Stack.of(scope).node.findAll()
  const lambdas = all.filter(child => child instanceof LambdaFunction)
  const logs = all.filter(child => child instanceof LogGroup)
  return [
    graph('Cost: requests to the API', [gateway.api.deploymentStage.metricCount({ label: 'requests' })]),
    graph('Cost: Lambda', [invocations(lambdas)], [gigabyteSeconds(lambdas, stage)]),
    graph('Cost: capacity of the table and its index', tableUnits(table.resource)),
    graph('Cost: bytes logged', [bytesLogged(logs)]),
  ]
}

const invocations = (lambdas: LambdaFunction[]): IMetric =>
  sumMetrics(
    'invocations',
    lambdas.map(({ resource }) => resource.metricInvocations()),
    'i',
  )

/** AWS bills the duration times the memory, which is the same for all Lambdas of a stage. */
const gigabyteSeconds = (lambdas: LambdaFunction[], { memoryMegabytes }: Stage): IMetric =>
  new MathExpression({
    label: 'GB-seconds',
    expression: `milliseconds / 1000 * ${memoryMegabytes / 1024}`,
    usingMetrics: {
      milliseconds: sumMetrics(
        'duration',
        lambdas.map(({ resource }) => resource.metricDuration({ statistic: Stats.SUM })),
        'd',
      ),
    },
  })

const bytesLogged = (logs: LogGroup[]): IMetric =>
  sumMetrics(
    'bytes',
    logs.map(
      ({ logGroupName }) =>
        new Metric({
          namespace: 'AWS/Logs',
          metricName: 'IncomingBytes',
          dimensionsMap: { LogGroupName: logGroupName },
          statistic: Stats.SUM,
        }),
    ),
    'b',
  )

/** The few graphs an owner looks at: who calls, how it ends, how long it takes, how the table and the workers bear it. */

import { Stack } from 'aws-cdk-lib'
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch'
import { Construct } from 'constructs'
import type { Stage } from '../stages.ts'
import { Alert } from './alarms.ts'
import type { Gateway } from './gateway.ts'
import { faults, lambdasAtOnce, lambdaThrottles, replies, tableThrottles } from './metrics.ts'
import type { StreamWorker } from './stream-worker.ts'
import type { Table } from './table.ts'

interface DashboardProps {
  stage: Stage
  gateway: Gateway
  table: Table
  workers: readonly StreamWorker[]
}

const graph = (title: string, left: cloudwatch.IMetric[], right: cloudwatch.IMetric[] = []) =>
  new cloudwatch.GraphWidget({ title, left, right, width: 12 })

export class Dashboard extends Construct {
  constructor(scope: Construct, id: string, props: DashboardProps) {
    super(scope, id)
    const alarms = Stack.of(this)
      .node.findAll()
      .filter(child => child instanceof Alert)
    new cloudwatch.Dashboard(this, 'Dashboard', {
      widgets: [
        [new cloudwatch.AlarmStatusWidget({ title: 'Alarms', alarms, width: 24 })],
        callers(props),
        inside(props),
        behind(props),
      ],
    })
  }
}

const callers = ({ stage, gateway }: DashboardProps) => {
  const { deploymentStage } = gateway.api
  return [
    graph('Replies', replies(stage), [
      deploymentStage.metricClientError(),
      deploymentStage.metricServerError(),
      gateway.turnedAway,
    ]),
    graph(
      'Milliseconds until the reply',
      ['p50', 'p90', 'p99'].map(statistic => deploymentStage.metricLatency({ statistic, label: statistic })),
    ),
  ]
}

const inside = ({ stage }: DashboardProps) => [
  graph('Faults of ours', [faults(stage)]),
  graph('Lambdas at work in this account', [lambdasAtOnce], [lambdaThrottles]),
]

const behind = ({ table: { resource }, workers }: DashboardProps) => [
  graph(
    'Capacity the table used',
    [resource.metricConsumedReadCapacityUnits(), resource.metricConsumedWriteCapacityUnits()],
    [tableThrottles(resource)],
  ),
  graph(
    'How far the workers are behind, and what they gave up on',
    workers.map(({ late }) => late),
    workers.map(({ givenUp }) => givenUp),
  ),
]

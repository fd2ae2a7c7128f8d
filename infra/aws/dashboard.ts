/** The few graphs an owner looks at: who calls, how it ends, how long it takes, how table and workers bear it. */

import { Stack } from 'aws-cdk-lib'
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch'
import { Construct } from 'constructs'
import type { Stage } from '../stages.ts'
import { ServiceAlarm } from './alarms.ts'
import type { CheckoutWorker } from './checkout-worker.ts'
import type { Gateway } from './gateway.ts'
import { faults, lambdasAtOnce, lambdaThrottles, replies, tableThrottles } from './metrics.ts'
import type { StreamWorker } from './stream-worker.ts'
import type { Table } from './table.ts'

interface DashboardProps {
  stage: Stage
  gateway: Gateway
  table: Table
  streamWorkers: readonly StreamWorker[]
  checkoutWorkers: readonly CheckoutWorker[]
}

const graph = (title: string, left: cloudwatch.IMetric[], right: cloudwatch.IMetric[] = []) =>
  new cloudwatch.GraphWidget({ title, left, right, width: 12 })

export class Dashboard extends Construct {
  constructor(scope: Construct, id: string, props: DashboardProps) {
    super(scope, id)
    const alarms = Stack.of(this)
      .node.findAll()
      .filter(child => child instanceof ServiceAlarm)
    new cloudwatch.Dashboard(this, 'Dashboard', {
      widgets: [
        [new cloudwatch.AlarmStatusWidget({ title: 'Alarms', alarms, width: 24 })],
        callers(props),
        inside(props),
        behind(props),
        checkout(props),
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

const behind = ({ table: { resource }, streamWorkers }: DashboardProps) => [
  graph(
    'Capacity the table used',
    [resource.metricConsumedReadCapacityUnits(), resource.metricConsumedWriteCapacityUnits()],
    [tableThrottles(resource)],
  ),
  graph(
    'Milliseconds that the workers are behind the table, and what they gave up on',
    streamWorkers.map(({ late }) => late),
    streamWorkers.map(({ givenUp }) => givenUp),
  ),
]

const checkout = ({ checkoutWorkers }: DashboardProps) => {
  const queues = checkoutWorkers.map(({ queue }) => queue)
  return [
    graph(
      'Checkout events: queued and taken',
      queues.flatMap(({ resource }) => [
        resource.metricNumberOfMessagesSent(),
        resource.metricNumberOfMessagesDeleted(),
      ]),
    ),
    graph(
      'Seconds that the oldest checkout event has waited, and how many were given up',
      queues.map(({ late }) => late),
      queues.map(({ givenUp }) => givenUp),
    ),
  ]
}

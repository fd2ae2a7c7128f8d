/** The CloudWatch dashboard: alarms, requests, latency, errors, the table, the workers, the checkout queue and mails. */

import { Stack } from 'aws-cdk-lib'
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch'
import { Construct } from 'constructs'
import type { Stage } from '../stages.ts'
import { ThresholdAlarm } from './alarms.ts'
import type { CheckoutWorker } from './checkout-worker.ts'
import type { Gateway } from './gateway.ts'
import { LambdaFunction } from './lambda-function.ts'
import { lambdaConcurrency, lambdaThrottles } from './lambda-metrics.ts'
import type { MailWorker } from './mail-worker.ts'
import { faults, replies, tableThrottles, unknownMails } from './metrics.ts'
import type { StreamWorker } from './stream-worker.ts'
import type { Table } from './table.ts'

interface DashboardProps {
  stage: Stage
  gateway: Gateway
  table: Table
  streamWorkers: readonly StreamWorker[]
  checkoutWorkers: readonly CheckoutWorker[]
  mailWorkers: readonly MailWorker[]
}

export class Dashboard extends Construct {
  constructor(scope: Construct, id: string, props: DashboardProps) {
    super(scope, id)
    const all = Stack.of(this).node.findAll()
    const alarms = all.filter(child => child instanceof ThresholdAlarm)
    const lambdas = all.filter(child => child instanceof LambdaFunction)
    new cloudwatch.Dashboard(this, 'Dashboard', {
      widgets: [
        [new cloudwatch.AlarmStatusWidget({ title: 'Alarms', alarms, width: 24 })],
        apiGraphs(props),
        lambdaGraphs(props, lambdas),
        tableGraphs(props),
        checkoutGraphs(props),
        mailGraphs(props),
      ],
    })
  }
}

const graph = (title: string, left: cloudwatch.IMetric[], right: cloudwatch.IMetric[] = []) =>
  new cloudwatch.GraphWidget({ title, left, right, width: 12 })

const apiGraphs = ({ stage, gateway }: DashboardProps) => {
  const { deploymentStage } = gateway.api
  return [
    graph('Replies', replies(stage), [
      deploymentStage.metricClientError(),
      deploymentStage.metricServerError(),
      gateway.throttledRequests,
    ]),
    graph(
      'Latency (ms)',
      ['p50', 'p90', 'p99'].map(statistic => deploymentStage.metricLatency({ statistic, label: statistic })),
    ),
  ]
}

const lambdaGraphs = ({ stage }: DashboardProps, lambdas: readonly LambdaFunction[]) => [
  graph('Unexpected errors', [faults(stage)]),
  graph('Concurrency of Lambdas, and throttles', [lambdaConcurrency], [lambdaThrottles(lambdas)]),
]

const tableGraphs = ({ table: { resource }, streamWorkers }: DashboardProps) => [
  graph(
    'Consumed table capacity, and throttles',
    [resource.metricConsumedReadCapacityUnits(), resource.metricConsumedWriteCapacityUnits()],
    [tableThrottles(resource)],
  ),
  graph(
    'Stream workers: iterator age (ms), and dead letters',
    streamWorkers.map(({ iteratorAge }) => iteratorAge),
    streamWorkers.map(({ deadLetterCount }) => deadLetterCount),
  ),
]

const checkoutGraphs = ({ checkoutWorkers }: DashboardProps) => {
  const queues = checkoutWorkers.map(({ queue }) => queue)
  return [
    graph(
      'Checkout events: sent and processed',
      queues.flatMap(({ resource }) => [
        resource.metricNumberOfMessagesSent(),
        resource.metricNumberOfMessagesDeleted(),
      ]),
    ),
    graph(
      'Checkout events: age of the oldest (s), and dead letters',
      queues.map(({ oldestMessageAge }) => oldestMessageAge),
      queues.map(({ deadLetterCount }) => deadLetterCount),
    ),
  ]
}

const mailGraphs = ({ stage, mailWorkers }: DashboardProps) => [
  graph(
    'Mails: bounces and complaints, and those that may have been sent or not',
    mailWorkers.flatMap(({ events }) => [events.bounces, events.complaints]),
    [unknownMails(stage)],
  ),
  graph(
    'Mails: age of the oldest (s), and dead letters',
    mailWorkers.map(({ queue }) => queue.oldestMessageAge),
    mailWorkers.map(({ queue }) => queue.deadLetterCount),
  ),
]

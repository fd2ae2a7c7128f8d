/** The CloudWatch dashboard, with the state of the alarms, and graphs and tables of what the stage does and costs. */

import { Stack } from 'aws-cdk-lib'
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch'
import { Construct } from 'constructs'
import type { Severity, Stage } from '../stages.ts'
import { alarmsOf } from './alarm-kinds.ts'
import type { ApiGateway } from './api-gateway.ts'
import type { CheckoutWorker } from './checkout-worker.ts'
import { LambdaFunction } from './lambda-function.ts'
import { type AccessLog, StageLog } from './logs.ts'
import type { MailWorker } from './mail-worker.ts'
import {
  failedRunMetrics,
  lambdaConcurrencyMetric,
  lambdaThrottleMetric,
  loggedFaults,
  mailsWithUnknownResult,
  oldestGatewayOperationAge,
  oldestTestOperationAge,
  ordersAndRefunds,
  paymentGatewayAnswers,
  sumMetrics,
  tableThrottles,
  tableUnits,
} from './metrics.ts'
import type { StreamDeadLetters, StreamWorker } from './stream-worker.ts'
import type { Table } from './table.ts'
import type { WorkerQueue } from './worker-queue.ts'

interface DashboardProps {
  stage: Stage
  apiGateway: ApiGateway
  table: Table
  streamWorkers: readonly StreamWorker[]
  streamDeadLetters: StreamDeadLetters
  checkoutWorker: CheckoutWorker
  mailWorker: MailWorker
  workers: readonly LambdaFunction[]
}

export class Dashboard extends Construct {
  /** The dashboard must be created after all other constructs, because it shows all alarms and Lambdas. */
  constructor(scope: Construct, id: string, props: DashboardProps) {
    super(scope, id)
    const all = Stack.of(this).node.findAll()
    const lambdas = all.filter(child => child instanceof LambdaFunction)
    const logs = all.filter(child => child instanceof StageLog)
    new cloudwatch.Dashboard(this, 'Dashboard', {
      dashboardName: Stack.of(this).stackName,
      widgets: [
        [alarmWidget('Urgent alarms', 'urgent', this), alarmWidget('Notices', 'notice', this)],
        storeWidgets(props),
        apiGraphs(props),
        [endpointTimesWidget(props.apiGateway.accessLog), faultGraph(props)],
        [throttleGraph(lambdas, props), lagGraph(props)],
        checkoutGraphs(props),
        mailGraphs(props),
        paymentGraphs(props),
        costGraphs(props, lambdas, logs),
      ],
    })
  }
}

const alarmWidget = (title: string, severity: Severity, scope: Construct) =>
  new cloudwatch.AlarmStatusWidget({
    title,
    alarms: alarmsOf(scope).filter(alarm => alarm.severity === severity),
    width: 12,
  })

const graph = (title: string, left: cloudwatch.IMetric[], right: cloudwatch.IMetric[] = []) =>
  new cloudwatch.GraphWidget({ title, left, right, width: 12 })

/**
 * Metrics would cost more than queries of the log: five metrics for each endpoint cost nearly 100 dollars a month. A
 * query costs 0.005 dollars per GB of log, and a GB has the lines of about two million requests.
 */
const accessLogTable = (title: string, { group }: AccessLog, queryLines: string[]) =>
  new cloudwatch.LogQueryWidget({
    title,
    queryLines,
    logGroupNames: [group.logGroupName],
    view: cloudwatch.LogQueryVisualizationType.TABLE,
    width: 12,
    height: 8,
  })

/** Calls with a missing or wrong key belong to no store. The widget counts these calls in rows without an account. */
const refusedCallsWidget = (accessLog: AccessLog) =>
  accessLogTable('Refused calls, by store', accessLog, [
    'filter status >= 400 and status < 500',
    'stats count(*) as calls by account, mode, status, method, resource',
    'sort calls desc',
    'limit 50',
  ])

const endpointTimesWidget = (accessLog: AccessLog) =>
  accessLogTable('Time of each endpoint (ms), slowest first', accessLog, [
    'stats count(*) as calls, pct(milliseconds, 50) as p50, pct(milliseconds, 99) as p99 by method, resource',
    'sort p99 desc',
    'limit 100',
  ])

const storeWidgets = ({ stage, apiGateway }: DashboardProps) => [
  graph('Orders taken and refunds, per hour', ordersAndRefunds(stage)),
  refusedCallsWidget(apiGateway.accessLog),
]

/** The reply counts of API Gateway are free. A metric that the Lambdas write would cost 0.30 dollars a month. */
const apiGraphs = ({ apiGateway }: DashboardProps) => {
  const { deploymentStage } = apiGateway.api
  return [
    graph(
      'Replies: all, and those with an error',
      [deploymentStage.metricCount({ label: 'all' })],
      [
        deploymentStage.metricClientError(),
        deploymentStage.metricServerError(),
        apiGateway.accessLog.throttledRequests,
      ],
    ),
    graph(
      'Latency (ms)',
      ['p50', 'p90', 'p99'].map(statistic => deploymentStage.metricLatency({ statistic, label: statistic })),
    ),
  ]
}

const faultGraph = ({ stage, workers }: DashboardProps) =>
  graph('Unexpected errors: faults, and failed runs of workers', [loggedFaults(stage)], failedRunMetrics(workers))

const throttleGraph = (lambdas: readonly LambdaFunction[], { table }: DashboardProps) =>
  graph(
    'Concurrency of Lambdas, and throttles',
    [lambdaConcurrencyMetric],
    [lambdaThrottleMetric(lambdas), tableThrottles(table.resource)],
  )

const lagGraph = ({ streamWorkers, streamDeadLetters }: DashboardProps) =>
  graph(
    'Lag of counts (maintenance.run) and of the log of changes (ms), and dead letters',
    streamWorkers.map(({ iteratorAge }) => iteratorAge),
    [streamDeadLetters.count],
  )

const queueGraph = (messages: string, { oldestMessageAge, deadLetterCount }: WorkerQueue) =>
  graph(`${messages}: age of the oldest (s), and dead letters`, [oldestMessageAge], [deadLetterCount])

const checkoutGraphs = ({ checkoutWorker: { queue } }: DashboardProps) => [
  graph('Checkout events: sent and processed', [
    queue.resource.metricNumberOfMessagesSent(),
    queue.resource.metricNumberOfMessagesDeleted(),
  ]),
  queueGraph('Checkout events', queue),
]

const mailGraphs = ({ stage, mailWorker: { configurationSet, queue } }: DashboardProps) => [
  graph(
    'Mails: bounces and complaints, and those that may have been sent or not',
    [configurationSet.bounces, configurationSet.complaints],
    [mailsWithUnknownResult(stage)],
  ),
  queueGraph('Mails', queue),
]

const paymentGraphs = ({ stage }: DashboardProps) => [
  graph('Payments: age of the oldest under way (ms)', [
    oldestGatewayOperationAge(stage),
    oldestTestOperationAge(stage),
  ]),
  graph('Payments: results of payment gateways', paymentGatewayAnswers(stage)),
]

const costGraphs = ({ stage, apiGateway, table }: DashboardProps, lambdas: LambdaFunction[], logs: StageLog[]) => [
  graph('Cost: requests to the API', [apiGateway.api.deploymentStage.metricCount({ label: 'requests' })]),
  graph('Cost: Lambda', [invocations(lambdas)], [gigabyteSeconds(lambdas, stage)]),
  graph('Cost: capacity of the table and its index', tableUnits(table.resource)),
  graph('Cost: bytes logged', [bytesLogged(logs)]),
]

const invocations = (lambdas: LambdaFunction[]) =>
  sumMetrics(
    'invocations',
    lambdas.map(({ resource }) => resource.metricInvocations()),
    'i',
  )

/** AWS bills the duration multiplied by the memory. All Lambdas of a stage have the same memory. */
const gigabyteSeconds = (lambdas: LambdaFunction[], { memoryMegabytes }: Stage) =>
  new cloudwatch.MathExpression({
    label: 'GB-seconds',
    expression: `milliseconds / 1000 * ${memoryMegabytes / 1024}`,
    usingMetrics: {
      milliseconds: sumMetrics(
        'duration',
        lambdas.map(({ resource }) => resource.metricDuration({ statistic: cloudwatch.Stats.SUM })),
        'd',
      ),
    },
  })

const bytesLogged = (logs: StageLog[]) =>
  sumMetrics(
    'bytes',
    logs.map(({ bytes }) => bytes),
    'b',
  )

/** A line for every call: whose it was, where it went, what became of it. */

import { AccessLogFormat, LogGroupLogDestination } from 'aws-cdk-lib/aws-apigateway'
import { type Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch'
import { FilterPattern, LogGroup } from 'aws-cdk-lib/aws-logs'
import { Construct } from 'constructs'
import { metricNamespace } from '../../lib/core/metrics.ts'
import type { Stage } from '../stages.ts'

/** No address, no key, and no path as it was called, which may name a customer. */
const line = JSON.stringify({
  requestId: '$context.requestId',
  trace: '$context.xrayTraceId',
  account: '$context.authorizer.account',
  mode: '$context.authorizer.mode',
  method: '$context.httpMethod',
  resource: '$context.resourcePath',
  status: '$context.status',
  milliseconds: '$context.responseLatency',
  lambdaMilliseconds: '$context.integrationLatency',
  bytes: '$context.responseLength',
  problem: '$context.error.responseType',
  lambdaProblem: '$context.integrationErrorMessage',
  authorizerProblem: '$context.authorizer.error',
})

export class AccessLog extends Construct {
  /** As the options of an API's stage. */
  readonly options
  /** Calls that the stage's limits let through to nobody; API Gateway counts them among all other 4xx. */
  readonly turnedAway: Metric

  constructor(scope: Construct, id: string, { stage }: { stage: Stage }) {
    super(scope, id)
    const group = new LogGroup(this, 'Log', {
      retention: stage.logLifetime,
      removalPolicy: stage.logOfTheGone,
    })
    this.options = {
      accessLogDestination: new LogGroupLogDestination(group),
      accessLogFormat: AccessLogFormat.custom(line),
    }
    this.turnedAway = group
      .addMetricFilter('TurnedAway', {
        filterPattern: FilterPattern.stringValue('$.problem', '=', 'THROTTLED'),
        metricNamespace: `${metricNamespace}/${stage.name}`,
        metricName: 'TurnedAway',
      })
      .metric({ label: 'turned away', statistic: Stats.SUM })
  }
}

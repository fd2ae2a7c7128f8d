/** The access log: one JSON line for each request to the API. */

import { AccessLogFormat, LogGroupLogDestination, type StageOptions } from 'aws-cdk-lib/aws-apigateway'
import { type Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch'
import { FilterPattern, LogGroup } from 'aws-cdk-lib/aws-logs'
import { Construct } from 'constructs'
import { metricNamespace } from '../../lib/core/stack-names.ts'
import type { Stage } from '../stages.ts'

/**
 * The log contains no IP address, no key, and only the template of the path, as a real path may contain a customer's
 * id.
 */
const format = JSON.stringify({
  requestId: '$context.requestId',
  account: '$context.authorizer.account',
  mode: '$context.authorizer.mode',
  method: '$context.httpMethod',
  resource: '$context.resourcePath',
  status: '$context.status',
  milliseconds: '$context.responseLatency',
  lambdaMilliseconds: '$context.integrationLatency',
  /** The status of the invocation, not of the reply: 429 if AWS did not start the Lambda. */
  lambdaStatus: '$context.integrationStatus',
  bytes: '$context.responseLength',
  problem: '$context.error.responseType',
  lambdaProblem: '$context.integrationErrorMessage',
  authorizerProblem: '$context.authorizer.error',
})

export class AccessLog extends Construct {
  readonly stageOptions: StageOptions
  readonly group: LogGroup
  /** The metric is computed from the log, as API Gateway counts throttled requests only together with all other 4xx. */
  readonly throttledRequests: Metric

  constructor(scope: Construct, id: string, { stage }: { stage: Stage }) {
    super(scope, id)
    this.group = new LogGroup(this, 'Log', { retention: stage.logRetention, removalPolicy: stage.logRemovalPolicy })
    this.stageOptions = {
      accessLogDestination: new LogGroupLogDestination(this.group),
      accessLogFormat: AccessLogFormat.custom(format),
    }
    this.throttledRequests = this.group
      .addMetricFilter('ThrottledRequests', {
        filterPattern: FilterPattern.stringValue('$.problem', '=', 'THROTTLED'),
        metricNamespace: `${metricNamespace}/${stage.name}`,
        metricName: 'ThrottledRequests',
      })
      .metric({ label: 'throttled requests', statistic: Stats.SUM })
  }
}

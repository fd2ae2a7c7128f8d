/** Defines the log groups of the stack. One of them is the access log of the API. */

import { RemovalPolicy } from 'aws-cdk-lib'
import { AccessLogFormat, LogGroupLogDestination, type StageOptions } from 'aws-cdk-lib/aws-apigateway'
import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch'
import { FilterPattern, LogGroup } from 'aws-cdk-lib/aws-logs'
import { Construct } from 'constructs'
import { metricNamespace } from '../../lib/core/aws-names.ts'
import type { ApiGatewayResponseType } from '../api-gateway-replies.ts'
import type { Stage } from '../stages.ts'

/** The stage decides how long a log is kept, and whether it is deleted with its stack. */
export class StageLog extends LogGroup {
  /** The number of bytes written to the log, which AWS bills. */
  readonly bytes: Metric

  constructor(scope: Construct, id: string, { logRetention, logRemovalPolicy }: Stage) {
    const removalPolicy = logRemovalPolicy === 'retain' ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY
    super(scope, id, { retention: logRetention, removalPolicy })
    this.bytes = new Metric({
      namespace: 'AWS/Logs',
      metricName: 'IncomingBytes',
      dimensionsMap: { LogGroupName: this.logGroupName },
      statistic: Stats.SUM,
    })
  }
}

/**
 * The access log contains no keys. A path may contain a customer's id, so the log contains the path template instead.
 * The caller's IP address is logged although it is personal data, because nothing else identifies a caller without a
 * valid key. The header User-Agent is left out, because a quotation mark in it would let the caller write other fields
 * of the line.
 */
const format = JSON.stringify({
  requestId: '$context.requestId',
  address: '$context.identity.sourceIp',
  account: '$context.authorizer.account',
  mode: '$context.authorizer.mode',
  method: '$context.httpMethod',
  resource: '$context.resourcePath',
  status: '$context.status',
  milliseconds: '$context.responseLatency',
  lambdaMilliseconds: '$context.integrationLatency',
  /**
   * The status with which the Lambda service replied to API Gateway, such as 429 if the Lambda was throttled. `status`
   * is the status of API Gateway's reply to the caller.
   */
  lambdaStatus: '$context.integrationStatus',
  bytes: '$context.responseLength',
  problem: '$context.error.responseType',
  lambdaProblem: '$context.integrationErrorMessage',
  authorizerProblem: '$context.authorizer.error',
})

/** The access log has one JSON line for each request to the API. */
export class AccessLog extends Construct {
  readonly stageOptions: StageOptions
  readonly group: StageLog
  /**
   * Throttled requests are counted in the access log, because the metric `4XXError` of API Gateway also counts other
   * replies.
   */
  readonly throttledRequests: Metric
  /**
   * Failures of the authorizer are counted in the access log. The error metric of the authorizer's Lambda cannot be
   * used, because it also counts each wrong key.
   */
  readonly authorizerFailures: Metric

  constructor(scope: Construct, id: string, stage: Stage) {
    super(scope, id)
    this.group = new StageLog(this, 'Log', stage)
    this.stageOptions = {
      accessLogDestination: new LogGroupLogDestination(this.group),
      accessLogFormat: AccessLogFormat.custom(format),
    }
    this.throttledRequests = this.countProblems('ThrottledRequests', stage, ['THROTTLED']).with({
      label: 'throttled requests',
    })
    this.authorizerFailures = this.countProblems('AuthorizerFailures', stage, [
      'AUTHORIZER_FAILURE',
      'AUTHORIZER_CONFIGURATION_ERROR',
    ])
  }

  /** Counts the requests to which API Gateway itself replied with one of `problems`. */
  private countProblems(metricName: string, stage: Stage, problems: ApiGatewayResponseType[]): Metric {
    const patterns = problems.map(problem => FilterPattern.stringValue('$.problem', '=', problem))
    return this.group
      .addMetricFilter(metricName, {
        filterPattern: FilterPattern.any(...patterns),
        metricNamespace: `${metricNamespace}/${stage.name}`,
        metricName,
      })
      .metric({ statistic: Stats.SUM })
  }
}

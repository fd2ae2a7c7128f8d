/** The REST API as API Gateway runs it: one stage with its limits, its access log and its alarms. */

import { Size, Stack, Validations } from 'aws-cdk-lib'
import { EndpointType, MethodLoggingLevel, RestApi } from 'aws-cdk-lib/aws-apigateway'
import { type Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch'
import { Construct } from 'constructs'
import type { Stage } from '../stages.ts'
import { AccessLog } from './access-log.ts'
import { type AlarmTopic, ServiceAlarm } from './alarms.ts'
import { accountRole, noExecutionLog, noFirewall, validatedLater } from './exceptions.ts'
import { GatewayAnswers } from './gateway-answers.ts'

interface GatewayProps {
  stage: Stage
  topic: AlarmTopic
}

export class Gateway extends Construct {
  readonly api: RestApi
  readonly turnedAway: Metric

  constructor(scope: Construct, id: string, { stage, topic }: GatewayProps) {
    super(scope, id)
    const accessLog = new AccessLog(this, 'Access', { stage })
    this.api = new RestApi(this, 'Api', {
      /** A label, not a physical name: metrics of several APIs in one account are told apart by it. */
      restApiName: Stack.of(this).stackName,
      endpointTypes: [EndpointType.REGIONAL],
      /** Bodies reach the Lambdas as the bytes that were sent, so that broken UTF-8 is seen, not mended on the way. */
      binaryMediaTypes: ['*/*'],
      minCompressionSize: Size.bytes(1024),
      cloudWatchRole: true,
      deployOptions: { ...stageOptions(stage), ...accessLog.options },
    })
    /** CDK's own output of the URL, under a name nobody could guess. */
    this.api.node.tryRemoveChild('Endpoint')
    this.turnedAway = accessLog.turnedAway
    new GatewayAnswers(this, 'Answers', { api: this.api })
    this.watch(stage, topic)
    Validations.of(this).acknowledge(validatedLater, noFirewall, noExecutionLog, accountRole)
  }

  /** The whole API at once: an alarm for each Lambda would take a resource for each and say no more. */
  private watch({ slowMilliseconds }: Stage, topic: AlarmTopic): void {
    const { deploymentStage } = this.api
    new ServiceAlarm(this, 'Faults', {
      topic,
      description:
        'Callers were answered with 5xx. The logs of the endpoints name the request and the fault.',
      metric: deploymentStage.metricServerError({ statistic: Stats.SUM }),
      threshold: 0,
    })
    new ServiceAlarm(this, 'TurnedAway', {
      topic,
      description:
        'Callers were answered with 429: together they call more often than infra/stages.ts allows.',
      metric: this.turnedAway,
      threshold: 0,
    })
    new ServiceAlarm(this, 'Slow', {
      topic,
      description: `For a quarter of an hour one answer in a hundred took more than ${slowMilliseconds} ms.`,
      metric: deploymentStage.metricLatency({ statistic: Stats.p(99) }),
      threshold: slowMilliseconds,
      periods: 3,
    })
  }
}

const stageOptions = ({ name, requestsPerSecond, burst }: Stage) => ({
  stageName: name,
  throttlingRateLimit: requestsPerSecond,
  throttlingBurstLimit: burst,
  metricsEnabled: true,
  tracingEnabled: true,
  loggingLevel: MethodLoggingLevel.OFF,
})

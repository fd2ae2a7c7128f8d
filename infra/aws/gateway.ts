/** The REST API in API Gateway: one stage with its throttling, access log and alarms. */

import { Size, Stack, Validations } from 'aws-cdk-lib'
import { EndpointType, MethodLoggingLevel, RestApi } from 'aws-cdk-lib/aws-apigateway'
import { Stats } from 'aws-cdk-lib/aws-cloudwatch'
import { Construct } from 'constructs'
import type { Route } from '../../lib/http/route.ts'
import type { Stage } from '../stages.ts'
import { AccessLog } from './access-log.ts'
import { cloudWatchRole, noExecutionLog, noWebAcl, validationInLambda } from './acknowledgments.ts'
import { type AlarmTopic, ThresholdAlarm } from './alarms.ts'
import { CustomDomain } from './custom-domain.ts'
import { GatewayResponses } from './gateway-responses.ts'
import { WebAcl } from './web-acl.ts'

interface GatewayProps {
  stage: Stage
  routes: readonly Route[]
  topic: AlarmTopic
}

export class Gateway extends Construct {
  readonly api: RestApi
  readonly accessLog: AccessLog
  /** Ends with a slash. */
  readonly url: string

  constructor(scope: Construct, id: string, { stage, routes, topic }: GatewayProps) {
    super(scope, id)
    this.accessLog = new AccessLog(this, 'AccessLog', { stage })
    this.api = new RestApi(this, 'Api', {
      /** Not a physical name: a label that separates the metrics of several APIs in one account. */
      restApiName: Stack.of(this).stackName,
      endpointTypes: [EndpointType.REGIONAL],
      /** Lambdas get the bytes as sent. As text, API Gateway would replace invalid UTF-8 without an error. */
      binaryMediaTypes: ['*/*'],
      minCompressionSize: Size.bytes(1024),
      cloudWatchRole: true,
      deployOptions: {
        ...stageOptions(stage),
        ...this.accessLog.stageOptions,
        methodOptions: publicMethodOptions(routes, stage),
      },
    })
    /** CDK adds an output for the URL with a generated name; the stack has `ApiUrl` instead. */
    this.api.node.tryRemoveChild('Endpoint')
    new GatewayResponses(this, 'Responses', { api: this.api })
    this.addAlarms(stage, topic)
    this.url = this.addDomain(stage)
    this.addFirewall(stage)
    Validations.of(this).acknowledge(validationInLambda, noExecutionLog, cloudWatchRole)
  }

  /** Returns the address of the API; that of AWS works beside a domain. */
  private addDomain({ domain: settings }: Stage): string {
    const { api } = this
    return settings ? new CustomDomain(this, 'Domain', { api, settings }).url : api.url
  }

  private addFirewall({ firewall: settings }: Stage): void {
    if (settings) new WebAcl(this, 'Firewall', { api: this.api, settings })
    else Validations.of(this).acknowledge(noWebAcl)
  }

  /** For the whole API: alarms for each Lambda would add a resource each and no information. */
  private addAlarms({ maxLatencyMilliseconds }: Stage, topic: AlarmTopic): void {
    const { deploymentStage } = this.api
    new ThresholdAlarm(this, 'ServerErrors', {
      topic,
      description: 'Requests failed with a 5xx status.',
      runbook: 'Requests fail with 5xx',
      metric: deploymentStage.metricServerError({ statistic: Stats.SUM }),
      threshold: 0,
    })
    new ThresholdAlarm(this, 'ThrottledRequests', {
      topic,
      description:
        'Requests were rejected with 429, because all callers of an endpoint together exceed its limit in infra/stages.ts.',
      runbook: 'Requests are rejected with 429',
      metric: this.accessLog.throttledRequests,
      threshold: 0,
    })
    new ThresholdAlarm(this, 'Latency', {
      topic,
      description: `For 15 minutes, one request in a hundred took more than ${maxLatencyMilliseconds} ms.`,
      runbook: 'Requests are slow',
      metric: deploymentStage.metricLatency({ statistic: Stats.p(99) }),
      threshold: maxLatencyMilliseconds,
      periods: 3,
    })
  }
}

const methodOptions = {
  /** Of each method; those of the stage are always there. access-log-tables.ts gets the same numbers for less. */
  metricsEnabled: false,
  loggingLevel: MethodLoggingLevel.OFF,
}

/** Anybody can send requests to paths without a key, so each of them has a lower limit. */
const publicMethodOptions = (routes: readonly Route[], stage: Stage) =>
  Object.fromEntries(
    routes
      .filter(({ isPublic }) => isPublic)
      .map(({ method, path }) => [
        `${path}/${method}`,
        {
          ...methodOptions,
          throttlingRateLimit: stage.publicRequestsPerSecond,
          throttlingBurstLimit: stage.publicBurst,
        },
      ]),
  )

const stageOptions = ({ name, requestsPerSecond, burstLimit }: Stage) => ({
  ...methodOptions,
  stageName: name,
  throttlingRateLimit: requestsPerSecond,
  throttlingBurstLimit: burstLimit,
  /** A trace of the gateway contains the URL, and with it session tokens and e-mail addresses. Lambdas are traced. */
  tracingEnabled: false,
})

/** Defines the REST API in API Gateway, with one stage and its throttling, access log and alarms. */

import { Size, Stack, Validations } from 'aws-cdk-lib'
import { ApiDefinition, EndpointType, MethodLoggingLevel, RestApiMode, SpecRestApi } from 'aws-cdk-lib/aws-apigateway'
import { type MathExpression, type Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch'
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { Construct } from 'constructs'
import type { Route } from '../../lib/http/route.ts'
import type { Stage } from '../stages.ts'
import { ThresholdAlarm } from './alarm-kinds.ts'
import { apiDefinition, apiSettings } from './api-definition.ts'
import { cloudWatchRole, noExecutionLog, noWebAcl, validationInLambda } from './cdk-nag-acknowledgments.ts'
import { CustomDomain } from './custom-domain.ts'
import type { Endpoint } from './endpoint.ts'
import type { LambdaFunction } from './lambda-function.ts'
import { AccessLog } from './logs.ts'
import { requestPercentage } from './metrics.ts'
import { WebAcl } from './web-acl.ts'

interface GatewayProps {
  stage: Stage
  endpoints: readonly Endpoint[]
  authorizer: LambdaFunction
}

/** An urgent alarm starts if more than this percentage of the requests fails or is throttled. */
const maxFailedPercentage = 1
/**
 * The urgent alarm needs at least this many errors in five minutes. In a shop with little traffic, a single error would
 * otherwise exceed the percentage.
 */
const minServerErrors = 5
/**
 * The alarm needs at least this many throttled requests in five minutes. A few throttled requests do no harm to callers
 * that repeat rejected requests.
 */
const minThrottledRequests = 50

export class ApiGateway extends Construct {
  readonly api: SpecRestApi
  readonly accessLog: AccessLog
  /** The URL of the API; it ends with a slash. */
  readonly url: string

  constructor(scope: Construct, id: string, { stage, ...definition }: GatewayProps) {
    super(scope, id)
    this.accessLog = new AccessLog(this, 'AccessLog', stage)
    this.api = this.addApi(stage, definition)
    /**
     * CDK adds an output for the URL with a generated name. This output is removed, because the stack has the output
     * `ApiUrl`.
     */
    this.api.node.tryRemoveChild('Endpoint')
    this.addAlarms(stage)
    const { api } = this
    const { domain, firewall } = stage
    /** With a custom domain, `url` is in that domain. The URL that AWS assigns also works. */
    this.url = domain ? new CustomDomain(this, 'Domain', { api, ...domain }).url : api.url
    if (firewall) new WebAcl(this, 'Firewall', { api, ...firewall })
    else Validations.of(this).acknowledge(noWebAcl)
    Validations.of(this).acknowledge(validationInLambda, noExecutionLog, cloudWatchRole)
  }

  private addApi(stage: Stage, { endpoints, authorizer }: Pick<GatewayProps, 'endpoints' | 'authorizer'>) {
    /** The title names the API in the console, and separates its metrics from those of other APIs in the account. */
    const title = Stack.of(this).stackName
    const invoker = this.addInvoker([authorizer, ...endpoints.map(({ lambda }) => lambda)])
    const definition = apiDefinition({ title, endpoints, authorizer, invoker })
    return new SpecRestApi(this, 'Api', {
      restApiName: title,
      apiDefinition: ApiDefinition.fromInline(definition),
      /** This mode removes each method that is no longer in the definition. */
      mode: RestApiMode.OVERWRITE,
      endpointTypes: [EndpointType.REGIONAL],
      binaryMediaTypes: apiSettings.binaryMediaTypes,
      minCompressionSize: Size.bytes(apiSettings.minCompressionBytes),
      cloudWatchRole: true,
      deployOptions: {
        ...stageOptions(stage),
        ...this.accessLog.stageOptions,
        methodOptions: limitedMethodOptions(endpoints, stage),
      },
    })
  }

  /**
   * API Gateway invokes all Lambdas with one role. A permission for each Lambda would be a separate resource, and a
   * stack may have at most 500 resources.
   */
  private addInvoker(lambdas: readonly LambdaFunction[]): Role {
    const actions = ['lambda:InvokeFunction']
    const resources = lambdas.map(({ resource }) => resource.functionArn)
    const statements = [new PolicyStatement({ actions, resources })]
    return new Role(this, 'Invoker', {
      assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
      inlinePolicies: { Invocation: new PolicyDocument({ statements }) },
    })
  }

  /**
   * These alarms cover the whole API. An alarm for each Lambda would need more resources, but detect no more faults.
   */
  private addAlarms(stage: Stage): void {
    this.addServerErrorAlarms()
    this.addThrottleAlarm()
    this.addAuthorizerAndLatencyAlarms(stage)
  }

  private addServerErrorAlarms(): void {
    const errors = this.api.deploymentStage.metricServerError({ statistic: Stats.SUM })
    new ThresholdAlarm(this, 'ServerErrors', {
      severity: 'notice',
      description: 'Requests failed with a 5xx status.',
      runbook: 'Requests fail with 5xx',
      metric: errors,
    })
    new ThresholdAlarm(this, 'ServerErrorRate', {
      severity: 'urgent',
      description: `More than ${maxFailedPercentage} percent of the requests in five minutes, and at least ${minServerErrors}, failed with a 5xx status.`,
      runbook: 'Many requests fail with 5xx',
      metric: this.percentage('5xx (%)', errors, minServerErrors),
      threshold: maxFailedPercentage,
      rollsBack: true,
    })
  }

  private addThrottleAlarm(): void {
    new ThresholdAlarm(this, 'ThrottledRequests', {
      severity: 'urgent',
      description: `For ten minutes, more than ${maxFailedPercentage} percent of the requests, and at least ${minThrottledRequests} in five minutes, were rejected with 429, because all callers of an endpoint together exceed its limit in infra/stages.ts.`,
      runbook: 'Requests are rejected with 429',
      metric: this.percentage('throttled requests (%)', this.accessLog.throttledRequests, minThrottledRequests),
      threshold: maxFailedPercentage,
      periods: 2,
    })
  }

  private percentage(label: string, part: Metric, minimum: number): MathExpression {
    const all = this.api.deploymentStage.metricCount({ statistic: Stats.SUM })
    return requestPercentage({ label, part, all, minimum })
  }

  private addAuthorizerAndLatencyAlarms({ maxLatencyMilliseconds }: Stage): void {
    const { deploymentStage } = this.api
    new ThresholdAlarm(this, 'AuthorizerFailures', {
      severity: 'notice',
      description: 'The authorizer fails, so requests with valid keys get 500.',
      runbook: 'The authorizer fails',
      metric: this.accessLog.authorizerFailures,
      rollsBack: true,
    })
    new ThresholdAlarm(this, 'Latency', {
      severity: 'notice',
      description: `For 15 minutes, one request in a hundred took more than ${maxLatencyMilliseconds} ms.`,
      runbook: 'Requests are slow',
      metric: deploymentStage.metricLatency({ statistic: Stats.p(99) }),
      threshold: maxLatencyMilliseconds,
      periods: 3,
    })
  }
}

const methodOptions = {
  /** Metrics of methods are turned off, because queries of the access log return the same numbers for less money. */
  metricsEnabled: false,
  loggingLevel: MethodLoggingLevel.OFF,
}

/**
 * Returns the limits of an endpoint; undefined if it has the limits of the stage. Endpoints without a key have lower
 * limits, because anybody can send requests to them. Other endpoints with `usesGateway` have lower limits, because
 * payment gateways limit the requests that they accept.
 */
function limitOf({ isPublic, usesGateway }: Route, stage: Stage) {
  if (isPublic) return { throttlingRateLimit: stage.publicRequestsPerSecond, throttlingBurstLimit: stage.publicBurst }
  if (usesGateway)
    return { throttlingRateLimit: stage.gatewayRequestsPerSecond, throttlingBurstLimit: stage.gatewayBurst }
  return undefined
}

const limitedMethodOptions = (endpoints: readonly Endpoint[], stage: Stage) =>
  Object.fromEntries(
    endpoints.flatMap(({ route }) => {
      const limit = limitOf(route, stage)
      return limit ? [[`${route.path}/${route.method}`, { ...methodOptions, ...limit }]] : []
    }),
  )

const stageOptions = ({ name, requestsPerSecond, burstLimit }: Stage) => ({
  ...methodOptions,
  stageName: name,
  throttlingRateLimit: requestsPerSecond,
  throttlingBurstLimit: burstLimit,
  /** Only Lambdas are traced: a trace of API Gateway would contain URLs, with session tokens and e-mail addresses. */
  tracingEnabled: false,
})

/** A Lambda function with its bundle, role, log group and environment variables, and its access to the keys of gateways. */

import { ArnFormat, Duration, Stack, Validations } from 'aws-cdk-lib'
import { Grant } from 'aws-cdk-lib/aws-iam'
import { Architecture, Code, Function as Lambda, Runtime, Tracing } from 'aws-cdk-lib/aws-lambda'
import { Construct } from 'constructs'
import { gatewaySecretsOf } from '../../lib/core/stack-names.ts'
import { bundles, lambdaName } from '../build.ts'
import type { Stage } from '../stages.ts'
import { gatewayKeysOfAllStores } from './acknowledgments.ts'
import { LambdaLog, LambdaRole } from './lambda-role.ts'

/** The props that all Lambdas of a stack share. */
export interface LambdaProps {
  stage: Stage
  /** The code of the Lambda named `module.verb`. */
  codeOf: (name: string) => Code
}

export const bundledCode: LambdaProps['codeOf'] = name => Code.fromAsset(`${bundles}/${lambdaName(name)}`)

/** `refunds.create` becomes `RefundsCreate`: CloudFormation ids take letters and digits only. */
export const constructId = (name: string) =>
  name.replaceAll(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, letter) => letter.toUpperCase())

const gatewayTimeout = Duration.seconds(29)

interface LambdaFunctionProps extends LambdaProps {
  /** `module.verb`. */
  name: string
  /** One sentence, shown in the AWS console. */
  purpose: string
  /** With its log group. Default: both for this Lambda alone. */
  role?: LambdaRole | undefined
  /** Default: 29 seconds, after which API Gateway gives up. */
  timeout?: Duration
}

export class LambdaFunction extends Construct {
  readonly resource: Lambda
  /** `module.verb`. */
  readonly name: string

  constructor(scope: Construct, id: string, props: LambdaFunctionProps) {
    super(scope, id)
    const { stage, codeOf, name, purpose, timeout = gatewayTimeout } = props
    this.name = name
    const role = props.role ?? new LambdaRole(this, 'Role', new LambdaLog(this, 'Log', stage))
    this.resource = new Lambda(this, 'Function', {
      description: purpose,
      code: codeOf(name),
      handler: 'index.handler',
      role,
      logGroup: role.log,
      timeout,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      memorySize: stage.memoryMegabytes,
      tracing: Tracing.ACTIVE,
      environment: {
        STAGE: stage.name,
        POWERTOOLS_LOG_LEVEL: stage.logLevel,
        /** Logged stacks point to our source. Costs 5 ms of a cold start and 37 ms of a process's first error. */
        NODE_OPTIONS: '--enable-source-maps',
      },
    })
  }
}

/** Grants the permission to read the keys of payment gateways, which `store gateway set` puts into Secrets Manager. */
export function grantGatewayKeys({ resource }: LambdaFunction, { name }: Stage): void {
  const secrets = `${gatewaySecretsOf(name)}/*`
  const arn = Stack.of(resource).formatArn({
    service: 'secretsmanager',
    resource: 'secret',
    resourceName: secrets,
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  })
  const actions = ['secretsmanager:GetSecretValue']
  Grant.addToPrincipal({ grantee: resource, actions, resourceArns: [arn] })
  if (resource.role) Validations.of(resource.role).acknowledge(gatewayKeysOfAllStores(secrets))
}

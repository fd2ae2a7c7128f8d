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
  /** Returns the code of a Lambda by its name. */
  codeOf: (name: string) => Code
}

export const bundledCode: LambdaProps['codeOf'] = name => Code.fromAsset(`${bundles}/${lambdaName(name)}`)

/** Ids in CloudFormation have only letters and digits, so `refunds.create` becomes `RefundsCreate`. */
export const constructId = (name: string) =>
  name.replaceAll(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, letter) => letter.toUpperCase())

const gatewayTimeout = Duration.seconds(29)

interface LambdaFunctionProps extends LambdaProps {
  /** The name of the Lambda, as `module.verb`. */
  name: string
  /** One sentence that the AWS console shows. */
  purpose: string
  /** The role of the Lambda, with its log group. By default, the Lambda gets its own. */
  role?: LambdaRole | undefined
  /** The timeout of the Lambda; 29 seconds by default, after which API Gateway stops waiting. */
  timeout?: Duration
}

export class LambdaFunction extends Construct {
  readonly resource: Lambda
  /** The name of the Lambda, as `module.verb`. */
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
        /**
         * With this option, logged stacks refer to our source. It costs 5 ms of a cold start and 37 ms of a process's
         * first error.
         */
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

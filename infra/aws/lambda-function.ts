/** A Lambda with its bundle, role, log group and variables, and its access to the table and to secrets. */

import { ArnFormat, Duration, Stack, Validations } from 'aws-cdk-lib'
import * as iam from 'aws-cdk-lib/aws-iam'
import { Architecture, Code, Function as Lambda, Runtime, Tracing } from 'aws-cdk-lib/aws-lambda'
import { Construct } from 'constructs'
import { type SecretKind, secretPrefixOf } from '../../lib/core/aws-names.ts'
import type { Worker } from '../../lib/workers.ts'
import { bundleName, bundlesDirectory } from '../build.ts'
import { workerTimeoutSeconds } from '../constants.ts'
import type { Stage } from '../stages.ts'
import { anyTrace, secretsOfAllStores } from './cdk-nag-acknowledgments.ts'
import { StageLog } from './logs.ts'
import type { SecretsKey } from './secrets-key.ts'
import type { Table } from './table.ts'
import { permissionsOfWorker, secretReadPermission, type TablePermission } from './table-permissions.ts'

/** The props that all Lambdas of a stack share. */
export interface LambdaProps {
  stage: Stage
  table: Table
  secretsKey: SecretsKey
  codeOf: (name: string) => Code
}

export const bundledCode: LambdaProps['codeOf'] = name => Code.fromAsset(`${bundlesDirectory}/${bundleName(name)}`)

/** Ids in CloudFormation have only letters and digits, so `refunds.create` becomes `RefundsCreate`. */
export const constructId = (name: string) =>
  name.replaceAll(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, letter) => letter.toUpperCase())

/**
 * A role for one or more Lambdas. The role allows writing to one log group, and grants add further permissions. The
 * policy AWSLambdaBasicExecutionRole is not used, because it allows writing to every log group of the account.
 */
export class LambdaRole extends iam.Role {
  /** All Lambdas with this role share this log group. The name of each log stream contains the name of its Lambda. */
  readonly log: StageLog
  private readonly permissions: iam.PolicyDocument

  constructor(scope: Construct, id: string, log: StageLog) {
    const permissions = new iam.PolicyDocument()
    super(scope, id, {
      assumedBy: new iam.ServicePrincipal('lambda.amazonaws.com'),
      inlinePolicies: { Permissions: permissions },
    })
    this.permissions = permissions
    this.log = log
    log.grantWrite(this)
  }

  /** Adds the statement to the role itself, because a separate policy would be another resource of the stack. */
  override addToPrincipalPolicy(statement: iam.PolicyStatement): iam.AddToPrincipalPolicyResult {
    this.permissions.addStatements(statement)
    return { statementAdded: true, policyDependable: this }
  }
}

const gatewayTimeout = Duration.seconds(29)

interface LambdaFunctionProps extends LambdaProps {
  /** The name of the Lambda, such as `refunds.create`. */
  name: string
  /** One sentence that describes the Lambda in the AWS console. */
  purpose: string
  permissions: readonly TablePermission[]
  secrets?: readonly SecretKind[]
  /** A shared role, with its log group. By default, the Lambda gets its own role. */
  role?: LambdaRole | undefined
  /** The timeout of the Lambda. The default is 29 seconds, because API Gateway stops waiting after this time. */
  timeout?: Duration
}

export class LambdaFunction extends Construct {
  readonly resource: Lambda
  readonly name: string

  constructor(scope: Construct, id: string, props: LambdaFunctionProps) {
    super(scope, id)
    const { stage, table, codeOf, name, purpose, permissions, timeout = gatewayTimeout } = props
    this.name = name
    const role = props.role ?? new LambdaRole(this, 'Role', new StageLog(this, 'Log', stage))
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
      ...(stage.tracing && { tracing: Tracing.ACTIVE }),
      ...reservationOf(stage, name),
      environment: {
        STAGE: stage.name,
        POWERTOOLS_LOG_LEVEL: stage.logLevel,
        /**
         * With this option, stack traces refer to the source files. The option adds 5 ms to a cold start, and 37 ms to
         * the first error.
         */
        NODE_OPTIONS: '--enable-source-maps',
      },
    })
    if (stage.tracing) Validations.of(role).acknowledge(anyTrace)
    table.grant(this.resource, permissions)
    for (const kind of props.secrets ?? []) grantSecrets(this.resource, kind, props)
  }
}

function reservationOf({ reservedConcurrency = {} }: Stage, name: string) {
  const reserved = Object.entries(reservedConcurrency).find(([lambda]) => lambda === name)
  return reserved && { reservedConcurrentExecutions: reserved[1] }
}

/** An endpoint or a worker with `usesGateway` may read the keys of payment gateways. */
export const gatewaySecretKinds = (usesGateway: true | undefined): SecretKind[] => (usesGateway ? ['gateways'] : [])

/** Allows reading the secrets of one kind, both in the table and in Secrets Manager. */
function grantSecrets(resource: Lambda, kind: SecretKind, { table, secretsKey, stage }: LambdaProps): void {
  table.grant(resource, [secretReadPermission(kind)])
  secretsKey.grantDecrypt(resource, kind)
  grantManagedSecrets(resource, kind, stage)
}

/** Allows reading secrets of one kind in Secrets Manager, where earlier releases stored them. */
function grantManagedSecrets(resource: Lambda, kind: SecretKind, { name }: Stage): void {
  const secrets = `${secretPrefixOf(name, kind)}/*`
  const arn = Stack.of(resource).formatArn({
    service: 'secretsmanager',
    resource: 'secret',
    resourceName: secrets,
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  })
  const actions = ['secretsmanager:GetSecretValue']
  iam.Grant.addToPrincipal({ grantee: resource, actions, resourceArns: [arn] })
  if (resource.role) Validations.of(resource.role).acknowledge(secretsOfAllStores(secrets))
}

export interface WorkerProps extends LambdaProps {
  worker: Worker
}

export class WorkerLambda extends LambdaFunction {
  constructor(scope: Construct, id: string, { worker, ...lambdaProps }: WorkerProps) {
    const { name, purpose, usesGateway } = worker
    const timeout = Duration.seconds(workerTimeoutSeconds)
    const [secrets, permissions] = [gatewaySecretKinds(usesGateway), permissionsOfWorker(worker)]
    super(scope, id, { ...lambdaProps, name, purpose, secrets, permissions, timeout })
  }
}

/** One Lambda as all of ours are: its bundle, its log group, its surroundings. */

import { Duration } from 'aws-cdk-lib'
import { Architecture, Code, Function as Lambda, Runtime, Tracing } from 'aws-cdk-lib/aws-lambda'
import { LogGroup } from 'aws-cdk-lib/aws-logs'
import { Construct } from 'constructs'
import { bundles, lambdaName } from '../build.ts'
import type { Stage } from '../stages.ts'
import { LambdaRole } from './role.ts'

/** What every Lambda of a stack is made from. */
export interface Making {
  stage: Stage
  /** Where the code of `room.verb` lies. */
  codeOf: (name: string) => Code
}

export const builtCode: Making['codeOf'] = name => Code.fromAsset(`${bundles}/${lambdaName(name)}`)

/** `orders.refund` is OrdersRefund in CloudFormation, which takes letters and digits only. */
export const idOf = (name: string) =>
  name.replaceAll(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, letter) => letter.toUpperCase())

/** API Gateway gives up after 29 seconds, and nobody would read a later answer. */
const gatewayPatience = Duration.seconds(29)

interface HandlerProps extends Making {
  /** `room.verb`. */
  name: string
  /** One sentence for the reader of the console. */
  purpose: string
  /** A role of its own if not given. */
  role?: LambdaRole
  /** As long as API Gateway waits if not given. */
  timeout?: Duration
}

export class Handler extends Construct {
  readonly lambda: Lambda

  constructor(scope: Construct, id: string, props: HandlerProps) {
    super(scope, id)
    const {
      stage,
      codeOf,
      name,
      purpose,
      role = new LambdaRole(this, 'Role'),
      timeout = gatewayPatience,
    } = props
    const logGroup = new LogGroup(this, 'Log', {
      retention: stage.logLifetime,
      removalPolicy: stage.logOfTheGone,
    })
    logGroup.grantWrite(role)
    this.lambda = new Lambda(this, 'Lambda', {
      ...{ description: purpose, code: codeOf(name), handler: 'index.handler', role, logGroup, timeout },
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      memorySize: stage.memoryMegabytes,
      tracing: Tracing.ACTIVE,
      environment: {
        STAGE: stage.name,
        POWERTOOLS_LOG_LEVEL: stage.logLevel,
        /** Stacks in the log name our own lines; measured: 5 ms of a cold start, 37 ms of a process's first fault. */
        NODE_OPTIONS: '--enable-source-maps',
      },
    })
  }
}

/** Asks a Lambda who is calling, and remembers the answer for a minute. */

import { Duration } from 'aws-cdk-lib'
import { TokenAuthorizer } from 'aws-cdk-lib/aws-apigateway'
import { Construct } from 'constructs'
import { authorizerCacheSeconds } from '../constants.ts'
import { type AlarmTopic, ServiceAlarm } from './alarms.ts'
import { Handler, type Making } from './handler.ts'
import type { Table } from './table.ts'

interface AuthorizerProps extends Making {
  table: Table
  topic: AlarmTopic
}

export class Authorizer extends Construct {
  readonly gate: TokenAuthorizer

  constructor(scope: Construct, id: string, { table, topic, ...making }: AuthorizerProps) {
    super(scope, id)
    const handler = new Handler(this, 'Handler', {
      ...making,
      name: 'authorizer',
      purpose: 'Answers who is calling: which account, in which mode, or nobody.',
      timeout: Duration.seconds(10),
    })
    table.grantGet(handler)
    this.gate = new TokenAuthorizer(this, 'Gate', {
      handler: handler.lambda,
      identitySource: 'method.request.header.Authorization',
      resultsCacheTtl: Duration.seconds(authorizerCacheSeconds),
    })
    new ServiceAlarm(this, 'Failing', {
      topic,
      description: 'The authorizer fails: callers with good keys are turned away.',
      metric: handler.lambda.metricErrors(),
      threshold: 0,
    })
  }
}

/** The authorizer, a Lambda that looks up the secret key of a request. API Gateway caches its result. */

import { Duration } from 'aws-cdk-lib'
import { Construct } from 'constructs'
import { type AlarmTopic, ThresholdAlarm } from './alarms.ts'
import { LambdaFunction, type LambdaProps } from './lambda-function.ts'
import type { Table } from './table.ts'
import { authorizerPermissions } from './table-permissions.ts'

interface AuthorizerProps extends LambdaProps {
  table: Table
  topic: AlarmTopic
}

export class Authorizer extends Construct {
  readonly lambda: LambdaFunction

  constructor(scope: Construct, id: string, { table, topic, ...lambdaProps }: AuthorizerProps) {
    super(scope, id)
    this.lambda = new LambdaFunction(this, 'Lambda', {
      ...lambdaProps,
      name: 'authorizer',
      purpose: 'Finds the account and the mode of a secret key, or denies the request.',
      timeout: Duration.seconds(10),
    })
    table.grant(this.lambda, authorizerPermissions)
    new ThresholdAlarm(this, 'Errors', {
      topic,
      description: 'The authorizer fails, so requests with valid keys get 500.',
      runbook: 'The authorizer fails',
      metric: this.lambda.resource.metricErrors(),
      threshold: 0,
    })
  }
}

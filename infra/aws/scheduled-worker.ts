/** A Lambda that runs once a minute. */

import { Duration } from 'aws-cdk-lib'
import { Rule, Schedule } from 'aws-cdk-lib/aws-events'
import { LambdaFunction as LambdaTarget } from 'aws-cdk-lib/aws-events-targets'
import { Construct } from 'constructs'
import type { Worker } from '../../lib/workers.ts'
import { scheduleMinutes, workerSeconds } from '../constants.ts'
import { grantGatewayKeys, LambdaFunction, type LambdaProps } from './lambda-function.ts'
import type { Table } from './table.ts'
import { permissionsOfWorker } from './table-permissions.ts'

interface ScheduledWorkerProps extends LambdaProps {
  worker: Worker
  table: Table
}

export class ScheduledWorker extends Construct {
  readonly lambda: LambdaFunction

  constructor(scope: Construct, id: string, { worker, table, ...lambdaProps }: ScheduledWorkerProps) {
    super(scope, id)
    const { name, purpose, usesGateway } = worker
    const timeout = Duration.seconds(workerSeconds)
    this.lambda = new LambdaFunction(this, 'Lambda', { ...lambdaProps, name, purpose, timeout })
    table.grant(this.lambda, permissionsOfWorker(worker))
    if (usesGateway) grantGatewayKeys(this.lambda, lambdaProps.stage)
    const { resource } = this.lambda
    /** A run that failed or is late is not retried by EventBridge or Lambda, as the next run follows soon. */
    const interval = Duration.minutes(scheduleMinutes)
    resource.configureAsyncInvoke({ retryAttempts: 0, maxEventAge: interval })
    new Rule(this, 'Rule', {
      description: `Runs ${name} once a minute.`,
      schedule: Schedule.rate(interval),
      targets: [new LambdaTarget(resource, { retryAttempts: 0, maxEventAge: interval })],
    })
  }
}

/** A Lambda that runs once a minute. */

import { Duration } from 'aws-cdk-lib'
import { Rule, Schedule } from 'aws-cdk-lib/aws-events'
import { LambdaFunction as LambdaTarget } from 'aws-cdk-lib/aws-events-targets'
import { Construct } from 'constructs'
import { scheduleMinutes } from '../constants.ts'
import { type LambdaFunction, WorkerLambda, type WorkerProps } from './lambda-function.ts'
import type { MailWorker } from './mail-worker.ts'

interface ScheduledWorkerProps extends WorkerProps {
  mailWorker: MailWorker
}

const interval = Duration.minutes(scheduleMinutes)
/** A failed or late run is not retried, because the next run follows soon. */
const delivery = { retryAttempts: 0, maxEventAge: interval }

export class ScheduledWorker extends Construct {
  readonly lambda: LambdaFunction

  constructor(scope: Construct, id: string, { mailWorker, ...props }: ScheduledWorkerProps) {
    super(scope, id)
    this.lambda = new WorkerLambda(this, 'Lambda', props)
    const { name, resource } = this.lambda
    resource.configureAsyncInvoke(delivery)
    new Rule(this, 'Rule', {
      description: `Runs ${name} once a minute.`,
      schedule: Schedule.rate(interval),
      targets: [new LambdaTarget(resource, delivery)],
    })
    if (props.worker.relaysMail) mailWorker.grantRelay(this.lambda)
  }
}

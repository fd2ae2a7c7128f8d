/** A Lambda that sends mails to buyers by SES: its queue, the permission to send, and the alarms about mails. */

import { Stack, Validations } from 'aws-cdk-lib'
import { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import { Construct } from 'constructs'
import type { Worker } from '../../lib/workers.ts'
import { anySender } from './acknowledgments.ts'
import { type AlarmTopic, ThresholdAlarm } from './alarms.ts'
import type { LambdaFunction, LambdaProps } from './lambda-function.ts'
import { MailEvents } from './mail-events.ts'
import { unknownMails } from './metrics.ts'
import { QueueLambda } from './queue-lambda.ts'
import type { Table } from './table.ts'
import { WorkerQueue } from './worker-queue.ts'

interface MailWorkerProps extends LambdaProps {
  worker: Worker
  table: Table
  topic: AlarmTopic
}

/** SES limits the number of mails per second, so this is the lowest concurrency that SQS allows. */
const maxConcurrency = 2

const message = { one: 'A mail', many: 'Mails', delayMeans: 'buyers do not know of their refund' }

export class MailWorker extends Construct {
  readonly queue: WorkerQueue
  readonly lambda: LambdaFunction
  readonly events: MailEvents

  constructor(scope: Construct, id: string, { topic, ...props }: MailWorkerProps) {
    super(scope, id)
    const { worker, stage } = props
    this.queue = new WorkerQueue(this, 'Mails', { name: worker.name, message, topic })
    this.events = new MailEvents(this, 'Events', { stage, topic })
    this.lambda = new QueueLambda(this, 'Lambda', { ...props, queue: this.queue, maxConcurrency })
    this.grantSend(this.lambda)
    new ThresholdAlarm(this, 'Unknown', {
      topic,
      description: 'SES may have sent a mail or not, and it is not sent again.',
      runbook: 'A mail may have been sent or not',
      metric: unknownMails(stage),
      threshold: 0,
    })
  }

  /** Grants the permission to put mails into the queue. */
  grantRelay({ resource }: LambdaFunction): void {
    this.queue.resource.grant(resource, 'sqs:SendMessage')
    resource.addEnvironment('MAIL_QUEUE_URL', this.queue.resource.queueUrl)
  }

  /**
   * The worker may send only with the configuration set, but as any sender that SES has verified, as each store has its
   * own.
   */
  private grantSend({ resource }: LambdaFunction): void {
    const { name, arn } = this.events
    const senders = Stack.of(this).formatArn({ service: 'ses', resource: 'identity', resourceName: '*' })
    resource.addToRolePolicy(new PolicyStatement({ actions: ['ses:SendEmail'], resources: [senders, arn] }))
    resource.addEnvironment('MAIL_CONFIGURATION_SET', name)
    Validations.of(this).acknowledge(anySender)
  }
}

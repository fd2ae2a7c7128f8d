/**
 * Defines the Lambda that sends mails to buyers with SES, its queue, its permission to send, and the alarms about
 * mails.
 */

import { Stack, Validations } from 'aws-cdk-lib'
import { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import { Construct } from 'constructs'
import { ThresholdAlarm } from './alarm-kinds.ts'
import { anySender, mailQuota } from './cdk-nag-acknowledgments.ts'
import { type LambdaFunction, WorkerLambda, type WorkerProps } from './lambda-function.ts'
import { MailConfigurationSet } from './mail-configuration-set.ts'
import { mailsWithUnknownResult, oldestMailAge } from './metrics.ts'
import { WorkerQueue } from './worker-queue.ts'

/** This is the lowest concurrency that SQS allows. It suffices, because SES limits the number of mails per second. */
const maxConcurrency = 2

/**
 * An alarm starts if a mail waits longer than this in the outbox. Mails wait while SES accepts no more mails, for
 * example because the daily quota is used up.
 */
const maxWaitingMinutes = 30

const message = { one: 'A mail', many: 'Mails', delayMeans: 'buyers do not know of their refund' }

export class MailWorker extends Construct {
  readonly queue: WorkerQueue
  readonly lambda: LambdaFunction
  readonly configurationSet: MailConfigurationSet

  constructor(scope: Construct, id: string, props: WorkerProps) {
    super(scope, id)
    this.lambda = new WorkerLambda(this, 'Lambda', props)
    this.queue = new WorkerQueue(this, 'Mails', { lambda: this.lambda, maxConcurrency, message, severity: 'notice' })
    this.configurationSet = new MailConfigurationSet(this, 'Events', props.stage)
    this.grantSend(this.lambda)
    new ThresholdAlarm(this, 'Unknown', {
      severity: 'notice',
      description: 'SES may have sent a mail or not, and it is not sent again.',
      runbook: 'A mail may have been sent or not',
      metric: mailsWithUnknownResult(props.stage),
    })
    new ThresholdAlarm(this, 'OldestMailAge', {
      severity: 'notice',
      description: `A mail has waited for more than ${maxWaitingMinutes} minutes to be put into the queue of mail.send.`,
      runbook: 'Mails wait in the outbox',
      metric: oldestMailAge(props.stage),
      threshold: maxWaitingMinutes * 60_000,
    })
  }

  /**
   * Allows another Lambda to put mails into the queue. The SES quota limits the number of mails, so the Lambda may also
   * read this quota.
   */
  grantRelay({ resource }: LambdaFunction): void {
    this.queue.resource.grant(resource, 'sqs:SendMessage', 'sqs:GetQueueAttributes')
    /** This action accepts no resource, because SES has one quota for the whole AWS account in a region. */
    resource.addToRolePolicy(new PolicyStatement({ actions: ['ses:GetAccount'], resources: ['*'] }))
    if (resource.role) Validations.of(resource.role).acknowledge(mailQuota)
    resource.addEnvironment('MAIL_QUEUE_URL', this.queue.resource.queueUrl)
  }

  /**
   * Allows the worker to send mails only with this configuration set. The sender may be any address, because each store
   * has its own sender address.
   */
  private grantSend({ resource }: LambdaFunction): void {
    const { name } = this.configurationSet
    const arnOf = (kind: string, resourceName: string) =>
      Stack.of(this).formatArn({ service: 'ses', resource: kind, resourceName })
    const resources = [arnOf('identity', '*'), arnOf('configuration-set', name)]
    resource.addToRolePolicy(new PolicyStatement({ actions: ['ses:SendEmail'], resources }))
    resource.addEnvironment('MAIL_CONFIGURATION_SET', name)
    Validations.of(this).acknowledge(anySender)
  }
}

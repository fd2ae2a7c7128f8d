/** The queue of a worker and its dead-letter queue, with their alarms. */

import { Duration } from 'aws-cdk-lib'
import { type Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch'
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources'
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs'
import { Construct } from 'constructs'
import { maxReceiveCount } from '../../lib/core/queue-retries.ts'
import { messageBatchSize, workerTimeoutSeconds } from '../constants.ts'
import type { Severity } from '../stages.ts'
import { ThresholdAlarm } from './alarm-kinds.ts'
import type { LambdaFunction } from './lambda-function.ts'

interface WorkerQueueProps {
  lambda: LambdaFunction
  /** The number of batches that may be processed at once. */
  maxConcurrency: number
  /** Alarms use these words: `one` is a text such as `A mail`, and `delayMeans` describes the effect of a delay. */
  message: { one: string; many: string; delayMeans: string }
  /** The severity of the alarms about old messages and about dead letters. */
  severity: Severity
}

/**
 * A message that was read stays hidden for this long if the worker crashes. AWS recommends six times the Lambda's
 * timeout, because a throttled Lambda starts late.
 */
const visibilitySeconds = 6 * workerTimeoutSeconds
/**
 * A message becomes a dead letter at this age if the worker crashes at each delivery. An older message usually means
 * that the worker is too slow.
 */
const ageAlarmSeconds = visibilitySeconds * maxReceiveCount

const queueProps = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true }
export const deadLetterQueueProps = { ...queueProps, retentionPeriod: Duration.days(14) }

export class WorkerQueue extends Construct {
  readonly resource: Queue
  readonly deadLetters: Queue
  /**
   * The id of the mapping that delivers the messages to the Lambda. The command `store maintenance` disables the
   * mapping of the checkout queue.
   */
  readonly mappingId: string
  /** The age of the oldest message, in seconds. */
  readonly oldestMessageAge: Metric
  readonly deadLetterCount: Metric

  constructor(scope: Construct, id: string, { lambda, maxConcurrency, ...alarmProps }: WorkerQueueProps) {
    super(scope, id)
    this.deadLetters = new Queue(this, 'DeadLetters', deadLetterQueueProps)
    this.resource = new Queue(this, 'Queue', {
      ...queueProps,
      visibilityTimeout: Duration.seconds(visibilitySeconds),
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount },
    })
    const batches = { batchSize: messageBatchSize, maxConcurrency, reportBatchItemFailures: true }
    const source = new SqsEventSource(this.resource, batches)
    lambda.resource.addEventSource(source)
    this.mappingId = source.eventSourceMappingId
    const shown = { statistic: Stats.MAXIMUM, label: lambda.name }
    this.oldestMessageAge = this.resource.metricApproximateAgeOfOldestMessage(shown)
    this.deadLetterCount = this.deadLetters.metricApproximateNumberOfMessagesVisible(shown)
    this.addAlarms(lambda.name, alarmProps)
  }

  private addAlarms(worker: string, { message, severity }: Pick<WorkerQueueProps, 'message' | 'severity'>): void {
    const { one, many, delayMeans } = message
    new ThresholdAlarm(this, 'OldestMessageAge', {
      severity,
      description: `${one} has waited for more than ${ageAlarmSeconds / 60} minutes, so ${delayMeans}.`,
      runbook: `${worker} is behind its queue`,
      metric: this.oldestMessageAge,
      threshold: ageAlarmSeconds,
    })
    new ThresholdAlarm(this, 'DeadLetterCount', {
      severity,
      description: `${many} could not be processed and are in the dead-letter queue of ${worker} for 14 days.`,
      runbook: `Dead letters of ${worker}`,
      metric: this.deadLetterCount,
    })
  }
}

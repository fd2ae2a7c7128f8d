/** The queue of checkout events and its dead-letter queue. */

import { Duration } from 'aws-cdk-lib'
import { type Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch'
import { Rule } from 'aws-cdk-lib/aws-events'
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets'
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs'
import { Construct } from 'constructs'
import { checkoutSource, maxReceiveCount, workerSeconds } from '../constants.ts'
import { type AlarmTopic, ThresholdAlarm } from './alarms.ts'
import type { CheckoutBus } from './checkout-bus.ts'

interface CheckoutQueueProps {
  /** Name of the worker that reads the queue, `module.verb`. */
  name: string
  bus: CheckoutBus
  topic: AlarmTopic
}

/** AWS recommends six times the Lambda's timeout, so that a throttled Lambda can retry before messages reappear. */
const visibilitySeconds = 6 * workerSeconds
/** The age at which an event that always fails moves to the dead-letter queue; an older one means that the worker lags behind. */
const ageAlarmSeconds = visibilitySeconds * maxReceiveCount

const queueProps = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true }
const maximum = Stats.MAXIMUM

export class CheckoutQueue extends Construct {
  readonly resource: Queue
  /** In seconds. */
  readonly oldestMessageAge: Metric
  readonly deadLetterCount: Metric
  private readonly deadLetters: Queue

  constructor(scope: Construct, id: string, { name, bus, topic }: CheckoutQueueProps) {
    super(scope, id)
    this.deadLetters = new Queue(this, 'DeadLetters', { ...queueProps, retentionPeriod: Duration.days(14) })
    this.resource = new Queue(this, 'Queue', {
      ...queueProps,
      visibilityTimeout: Duration.seconds(visibilitySeconds),
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount },
    })
    this.oldestMessageAge = this.resource.metricApproximateAgeOfOldestMessage({
      statistic: maximum,
      label: name,
    })
    this.deadLetterCount = this.deadLetters.metricApproximateNumberOfMessagesVisible({
      statistic: maximum,
      label: name,
    })
    this.addRule(bus)
    this.addAlarms(name, topic)
  }

  /** Events that the bus cannot deliver within a day go to the same dead-letter queue, with the same message body. */
  private addRule({ resource }: CheckoutBus): void {
    new Rule(this, 'Rule', {
      description: 'Puts all checkout events into the queue.',
      eventBus: resource,
      eventPattern: { source: [checkoutSource] },
      targets: [new SqsQueue(this.resource, { deadLetterQueue: this.deadLetters })],
    })
  }

  private addAlarms(name: string, topic: AlarmTopic): void {
    new ThresholdAlarm(this, 'OldestMessageAge', {
      topic,
      description: `A checkout event has waited for more than ${ageAlarmSeconds / 60} minutes, so orders and carts are out of date. See the log of ${name} for errors and throttling.`,
      metric: this.oldestMessageAge,
      threshold: ageAlarmSeconds,
    })
    new ThresholdAlarm(this, 'DeadLetterCount', {
      topic,
      description: `Checkout events failed ${maxReceiveCount} times and are in the dead-letter queue for 14 days. The log of ${name} names each error. Fix the cause, then redrive the queue.`,
      metric: this.deadLetterCount,
      threshold: 0,
    })
  }
}

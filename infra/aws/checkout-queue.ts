/** Where checkout events wait for a worker, and where those lie that it could not take. */

import { Duration } from 'aws-cdk-lib'
import { type Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch'
import { Rule } from 'aws-cdk-lib/aws-events'
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets'
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs'
import { Construct } from 'constructs'
import { checkoutSource, maxReceiveCount, workerSeconds } from '../constants.ts'
import { type AlarmTopic, ServiceAlarm } from './alarms.ts'
import type { CheckoutBus } from './checkout-bus.ts'

interface CheckoutQueueProps {
  /** The worker's, `room.verb`. */
  name: string
  bus: CheckoutBus
  topic: AlarmTopic
}

/** What AWS advises: room for Lambda to try again where it is throttled, before the queue hands out anew. */
const hiddenSeconds = 6 * workerSeconds
/** An event that is refused each time waits as long; the alarm for it is that of the dead letters. */
const lateSeconds = hiddenSeconds * maxReceiveCount

const closed = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true }
const statistic = Stats.MAXIMUM

export class CheckoutQueue extends Construct {
  readonly resource: Queue
  /** In seconds. */
  readonly late: Metric
  readonly givenUp: Metric
  private readonly deadLetters: Queue

  constructor(scope: Construct, id: string, { name, bus, topic }: CheckoutQueueProps) {
    super(scope, id)
    this.deadLetters = new Queue(this, 'DeadLetters', { ...closed, retentionPeriod: Duration.days(14) })
    this.resource = new Queue(this, 'Queue', {
      ...closed,
      visibilityTimeout: Duration.seconds(hiddenSeconds),
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: maxReceiveCount },
    })
    this.late = this.resource.metricApproximateAgeOfOldestMessage({ statistic, label: name })
    this.givenUp = this.deadLetters.metricApproximateNumberOfMessagesVisible({ statistic, label: name })
    this.fillFrom(bus)
    this.watch(name, topic)
  }

  /** What the bus cannot queue for a day lies with what the worker could not take, in the same form. */
  private fillFrom({ resource }: CheckoutBus): void {
    new Rule(this, 'Rule', {
      description: 'All that the checkout topic.',
      eventBus: resource,
      eventPattern: { source: [checkoutSource] },
      targets: [new SqsQueue(this.resource, { deadLetterQueue: this.deadLetters })],
    })
  }

  private watch(name: string, topic: AlarmTopic): void {
    new ServiceAlarm(this, 'Late', {
      topic,
      description: `${name} is behind the checkout by more than ${lateSeconds / 60} minutes.`,
      metric: this.late,
      threshold: lateSeconds,
    })
    new ServiceAlarm(this, 'GaveUp', {
      topic,
      description: `${name} gave up on checkout events; the dead letters hold them for two weeks, its log says why.`,
      metric: this.givenUp,
      threshold: 0,
    })
  }
}

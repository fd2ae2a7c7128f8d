/** A Lambda that receives every checkout event from a queue. */

import { Construct } from 'constructs'
import type { Worker } from '../../lib/workers.ts'
import { type AlarmTopic, ThresholdAlarm } from './alarms.ts'
import type { CheckoutBus } from './checkout-bus.ts'
import { CheckoutQueue } from './checkout-queue.ts'
import type { LambdaFunction, LambdaProps } from './lambda-function.ts'
import { unknownEvents } from './metrics.ts'
import { QueueLambda } from './queue-lambda.ts'
import type { Table } from './table.ts'

interface CheckoutWorkerProps extends LambdaProps {
  worker: Worker
  bus: CheckoutBus
  table: Table
  topic: AlarmTopic
}

/** The limit leaves most of the account's concurrency to the endpoints when many events arrive at once. */
const maxConcurrency = 20

export class CheckoutWorker extends Construct {
  readonly queue: CheckoutQueue
  readonly lambda: LambdaFunction

  constructor(scope: Construct, id: string, { bus, topic, ...props }: CheckoutWorkerProps) {
    super(scope, id)
    const { stage, worker } = props
    this.queue = new CheckoutQueue(this, 'Events', { name: worker.name, bus, topic })
    this.lambda = new QueueLambda(this, 'Lambda', { ...props, queue: this.queue, maxConcurrency })
    this.connectQueue(this.lambda)
    new ThresholdAlarm(this, 'UnknownEvents', {
      topic,
      description: 'The checkout sent events whose names are unknown, so they were ignored.',
      runbook: 'Checkout events have unknown names',
      metric: unknownEvents(stage),
      threshold: 0,
    })
  }

  /** The worker needs permission to delay each retry, and to write dead letters with their reason. */
  private connectQueue({ resource: lambda }: QueueLambda): void {
    const { resource: queue, deadLetters } = this.queue
    deadLetters.grant(lambda, 'sqs:SendMessage')
    lambda.addEnvironment('CHECKOUT_QUEUE_URL', queue.queueUrl)
    lambda.addEnvironment('CHECKOUT_DEAD_LETTERS_URL', deadLetters.queueUrl)
  }
}

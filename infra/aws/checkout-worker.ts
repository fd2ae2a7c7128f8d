/** A Lambda that receives every checkout event from a queue. */

import { Construct } from 'constructs'
import type { Worker } from '../../lib/workers.ts'
import type { AlarmTopic } from './alarms.ts'
import type { CheckoutBus } from './checkout-bus.ts'
import { CheckoutQueue } from './checkout-queue.ts'
import type { LambdaFunction, LambdaProps } from './lambda-function.ts'
import { QueueLambda } from './queue-lambda.ts'
import type { Table } from './table.ts'

interface CheckoutWorkerProps extends LambdaProps {
  worker: Worker
  bus: CheckoutBus
  table: Table
  topic: AlarmTopic
}

/** Leaves most of the account's concurrency to the endpoints when many events arrive at once. */
const maxConcurrency = 20

export class CheckoutWorker extends Construct {
  readonly queue: CheckoutQueue
  readonly lambda: LambdaFunction

  constructor(scope: Construct, id: string, { bus, topic, ...props }: CheckoutWorkerProps) {
    super(scope, id)
    this.queue = new CheckoutQueue(this, 'Events', { name: props.worker.name, bus, topic })
    this.lambda = new QueueLambda(this, 'Lambda', { ...props, queue: this.queue, maxConcurrency })
  }
}

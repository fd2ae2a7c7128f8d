/** The queue of checkout events, and the rule of the bus that fills it. */

import { Rule } from 'aws-cdk-lib/aws-events'
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets'
import type { Construct } from 'constructs'
import { checkoutSource } from '../constants.ts'
import type { AlarmTopic } from './alarms.ts'
import type { CheckoutBus } from './checkout-bus.ts'
import { WorkerQueue } from './worker-queue.ts'

interface CheckoutQueueProps {
  /** The name of the worker that reads the queue, as `module.verb`. */
  name: string
  bus: CheckoutBus
  topic: AlarmTopic
}

const message = { one: 'A checkout event', many: 'Checkout events', delayMeans: 'orders and carts are out of date' }

export class CheckoutQueue extends WorkerQueue {
  constructor(scope: Construct, id: string, { name, bus, topic }: CheckoutQueueProps) {
    super(scope, id, { name, message, topic })
    /**
     * Events that the bus cannot deliver within a day go to the dead-letter queue of the worker, with the same message
     * body.
     */
    new Rule(this, 'Rule', {
      description: 'Puts all checkout events into the queue.',
      eventBus: bus.resource,
      eventPattern: { source: [checkoutSource] },
      targets: [new SqsQueue(this.resource, { deadLetterQueue: this.deadLetters })],
    })
  }
}

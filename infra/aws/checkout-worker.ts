/** A Lambda that is told of every checkout event, by way of a queue of its own. */

import { Duration } from 'aws-cdk-lib'
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources'
import { Construct } from 'constructs'
import type { Worker } from '../../lib/workers.ts'
import { eventBatchSize, workerSeconds } from '../constants.ts'
import type { AlarmTopic } from './alarms.ts'
import type { CheckoutBus } from './checkout-bus.ts'
import { CheckoutQueue } from './checkout-queue.ts'
import { Handler, type Making } from './handler.ts'
import type { Table } from './table.ts'

interface CheckoutWorkerProps extends Making {
  worker: Worker
  bus: CheckoutBus
  table: Table
  topic: AlarmTopic
}

/** A flood of events waits, rather than take the Lambdas that callers need from what the account may run at once. */
const mostAtOnce = 20

export class CheckoutWorker extends Construct {
  readonly queue: CheckoutQueue

  constructor(scope: Construct, id: string, { worker, bus, table, topic, ...making }: CheckoutWorkerProps) {
    super(scope, id)
    const { name, purpose, access } = worker
    this.queue = new CheckoutQueue(this, 'Events', { name, bus, topic })
    const timeout = Duration.seconds(workerSeconds)
    const handler = new Handler(this, 'Handler', { ...making, name, purpose, timeout })
    if (access === 'write') table.grantWrite(handler)
    handler.lambda.addEventSource(
      new SqsEventSource(this.queue.resource, {
        batchSize: eventBatchSize,
        maxConcurrency: mostAtOnce,
        reportBatchItemFailures: true,
      }),
    )
  }
}

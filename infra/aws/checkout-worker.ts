/** A Lambda that receives every checkout event from a queue. */

import { Duration } from 'aws-cdk-lib'
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources'
import { Construct } from 'constructs'
import type { Worker } from '../../lib/workers.ts'
import { eventBatchSize, workerSeconds } from '../constants.ts'
import type { AlarmTopic } from './alarms.ts'
import type { CheckoutBus } from './checkout-bus.ts'
import { CheckoutQueue } from './checkout-queue.ts'
import { LambdaFunction, type LambdaProps } from './lambda-function.ts'
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

  constructor(scope: Construct, id: string, props: CheckoutWorkerProps) {
    super(scope, id)
    const { worker, bus, table, topic, ...lambdaProps } = props
    const { name, purpose, access } = worker
    this.queue = new CheckoutQueue(this, 'Events', { name, bus, topic })
    const timeout = Duration.seconds(workerSeconds)
    const lambda = new LambdaFunction(this, 'Lambda', { ...lambdaProps, name, purpose, timeout })
    if (access === 'write') table.grantWrite(lambda)
    lambda.resource.addEventSource(
      new SqsEventSource(this.queue.resource, {
        batchSize: eventBatchSize,
        maxConcurrency,
        reportBatchItemFailures: true,
      }),
    )
  }
}

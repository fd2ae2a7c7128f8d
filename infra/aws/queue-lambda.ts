/** The Lambda of a worker that reads a queue. */

import { Duration } from 'aws-cdk-lib'
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources'
import type { Construct } from 'constructs'
import type { Worker } from '../../lib/workers.ts'
import { messageBatchSize, workerSeconds } from '../constants.ts'
import { LambdaFunction, type LambdaProps } from './lambda-function.ts'
import type { Table } from './table.ts'
import { permissionsOfWorker } from './table-permissions.ts'
import type { WorkerQueue } from './worker-queue.ts'

interface QueueLambdaProps extends LambdaProps {
  worker: Worker
  queue: WorkerQueue
  table: Table
  /** The number of batches that may be processed at once. */
  maxConcurrency: number
}

export class QueueLambda extends LambdaFunction {
  constructor(scope: Construct, id: string, props: QueueLambdaProps) {
    const { worker, queue, table, maxConcurrency, ...lambdaProps } = props
    const { name, purpose } = worker
    super(scope, id, { ...lambdaProps, name, purpose, timeout: Duration.seconds(workerSeconds) })
    table.grant(this, permissionsOfWorker(worker))
    this.resource.addEventSource(
      new SqsEventSource(queue.resource, {
        batchSize: messageBatchSize,
        maxConcurrency,
        reportBatchItemFailures: true,
      }),
    )
  }
}

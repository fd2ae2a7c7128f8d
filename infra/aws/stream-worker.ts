/** A Lambda that receives changes of the table from the table's stream, at least once, and in order for each key. */

import { Duration, Validations } from 'aws-cdk-lib'
import { type Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch'
import { FilterCriteria, StartingPosition } from 'aws-cdk-lib/aws-lambda'
import { DynamoEventSource, SqsDlq } from 'aws-cdk-lib/aws-lambda-event-sources'
import { Queue } from 'aws-cdk-lib/aws-sqs'
import { Construct } from 'constructs'
import { streamBatchSize } from '../constants.ts'
import { ThresholdAlarm } from './alarm-kinds.ts'
import { anyStream, noNestedDeadLetterQueue } from './cdk-nag-acknowledgments.ts'
import { type LambdaFunction, WorkerLambda, type WorkerProps } from './lambda-function.ts'
import { deadLetterQueueProps } from './worker-queue.ts'

/** All stream workers share this dead-letter queue. Each message names the worker that failed. */
export class StreamDeadLetters extends Construct {
  readonly resource: Queue
  readonly count: Metric

  constructor(scope: Construct, id: string) {
    super(scope, id)
    this.resource = new Queue(this, 'Queue', deadLetterQueueProps)
    Validations.of(this.resource).acknowledge(noNestedDeadLetterQueue)
    this.count = this.resource.metricApproximateNumberOfMessagesVisible({
      statistic: Stats.MAXIMUM,
      label: 'dead letters',
    })
    new ThresholdAlarm(this, 'Count', {
      severity: 'urgent',
      description:
        'Workers failed on changes of the table and skipped them. The stream keeps the changes for 24 hours.',
      runbook: 'Dead letters of the stream workers',
      metric: this.count,
    })
  }
}

interface StreamWorkerProps extends WorkerProps {
  deadLetters: StreamDeadLetters
}

/** The number of retries of a failing record. Meanwhile, later records of its row and of some others must wait. */
const retryAttempts = 8
/**
 * The alarm starts if the worker is further behind the stream than this. The retries of a single record take less time,
 * so they do not start the alarm.
 */
const maxIteratorAge = Duration.minutes(15)

export class StreamWorker extends Construct {
  readonly lambda: LambdaFunction
  /** The age of the last record that was processed, in milliseconds. */
  readonly iteratorAge: Metric

  constructor(scope: Construct, id: string, { deadLetters, ...props }: StreamWorkerProps) {
    super(scope, id)
    const { name } = props.worker
    this.lambda = new WorkerLambda(this, 'Lambda', props)
    this.lambda.resource.addEventSource(sourceOf(props, deadLetters))
    Validations.of(this.lambda).acknowledge(anyStream)
    this.iteratorAge = this.lambda.resource.metric('IteratorAge', { statistic: Stats.MAXIMUM, label: name })
    new ThresholdAlarm(this, 'IteratorAge', {
      severity: 'urgent',
      description: `${name} is more than ${maxIteratorAge.toMinutes()} minutes behind the table's stream, which keeps changes for 24 hours.`,
      runbook: `${name} is behind the stream`,
      metric: this.iteratorAge,
      threshold: maxIteratorAge.toMilliseconds(),
    })
  }
}

/**
 * The worker starts at the oldest record of the stream, so that changes before its first poll are not lost. Several
 * batches of a shard may be processed at once, but never two batches with changes of the same row.
 */
const sourceOf = (
  { worker: { filters = [], batchSeconds = 0 }, table, stage }: WorkerProps,
  { resource: deadLetters }: StreamDeadLetters,
) =>
  new DynamoEventSource(table.resource, {
    startingPosition: StartingPosition.TRIM_HORIZON,
    batchSize: streamBatchSize,
    maxBatchingWindow: Duration.seconds(batchSeconds),
    parallelizationFactor: stage.streamBatchesPerShard,
    filters: filters.map(filter => FilterCriteria.filter(filter)),
    reportBatchItemFailures: true,
    bisectBatchOnError: true,
    retryAttempts,
    onFailure: new SqsDlq(deadLetters),
  })

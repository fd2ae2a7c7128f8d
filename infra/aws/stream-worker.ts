/** A Lambda that receives changes of the table from its stream, at least once, and in order for each key. */

import { Duration } from 'aws-cdk-lib'
import { type Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch'
import { FilterCriteria, StartingPosition } from 'aws-cdk-lib/aws-lambda'
import { DynamoEventSource, SqsDlq } from 'aws-cdk-lib/aws-lambda-event-sources'
import { Construct } from 'constructs'
import type { Worker } from '../../lib/workers.ts'
import { streamBatchSize, workerSeconds } from '../constants.ts'
import { type AlarmTopic, ThresholdAlarm } from './alarms.ts'
import { LambdaFunction, type LambdaProps } from './lambda-function.ts'
import type { StreamDeadLetters } from './stream-dead-letters.ts'
import type { Table } from './table.ts'
import { permissionsOfWorker } from './table-permissions.ts'

interface StreamWorkerProps extends LambdaProps {
  worker: Worker
  table: Table
  deadLetters: StreamDeadLetters
  topic: AlarmTopic
}

/** A failing record blocks the later records of its shard until its retries are used up. */
const retryAttempts = 8
/** All retries take less than this. The stream keeps records for 24 hours. */
const maxIteratorAge = Duration.minutes(15)
const maximum = Stats.MAXIMUM

export class StreamWorker extends Construct {
  readonly lambda: LambdaFunction
  /** The age of the last record that was processed, in milliseconds. */
  readonly iteratorAge: Metric

  constructor(scope: Construct, id: string, props: StreamWorkerProps) {
    super(scope, id)
    const { worker, table, deadLetters, topic, ...lambdaProps } = props
    const { name, purpose } = worker
    const timeout = Duration.seconds(workerSeconds)
    this.lambda = new LambdaFunction(this, 'Lambda', { ...lambdaProps, name, purpose, timeout })
    table.grant(this.lambda, permissionsOfWorker(worker))
    this.lambda.resource.addEventSource(sourceOf(worker, table, deadLetters))
    this.iteratorAge = this.lambda.resource.metric('IteratorAge', { statistic: maximum, label: name })
    new ThresholdAlarm(this, 'IteratorAge', {
      topic,
      description: `${name} is more than ${maxIteratorAge.toMinutes()} minutes behind the table's stream, which keeps changes for 24 hours.`,
      runbook: `${name} is behind the stream`,
      metric: this.iteratorAge,
      threshold: maxIteratorAge.toMilliseconds(),
    })
  }
}

/** The worker starts at the oldest record, so that no change between the deployment and the first poll is lost. */
const sourceOf = (
  { filters = [], batchSeconds = 0 }: Worker,
  { resource }: Table,
  { resource: deadLetters }: StreamDeadLetters,
) =>
  new DynamoEventSource(resource, {
    startingPosition: StartingPosition.TRIM_HORIZON,
    batchSize: streamBatchSize,
    maxBatchingWindow: Duration.seconds(batchSeconds),
    filters: filters.map(filter => FilterCriteria.filter(filter)),
    reportBatchItemFailures: true,
    bisectBatchOnError: true,
    retryAttempts,
    onFailure: new SqsDlq(deadLetters),
  })

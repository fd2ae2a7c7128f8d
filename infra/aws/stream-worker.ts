/** A Lambda that receives changes of the table from its stream: in order for each key, at least once. */

import { Duration, Validations } from 'aws-cdk-lib'
import { type Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch'
import { FilterCriteria, StartingPosition } from 'aws-cdk-lib/aws-lambda'
import { DynamoEventSource, SqsDlq } from 'aws-cdk-lib/aws-lambda-event-sources'
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs'
import { Construct } from 'constructs'
import type { Worker } from '../../lib/workers.ts'
import { streamBatchSize, workerSeconds } from '../constants.ts'
import { isDeadLetterQueue } from './acknowledgments.ts'
import { type AlarmTopic, ThresholdAlarm } from './alarms.ts'
import { LambdaFunction, type LambdaProps } from './lambda-function.ts'
import type { Table } from './table.ts'

interface StreamWorkerProps extends LambdaProps {
  worker: Worker
  table: Table
  topic: AlarmTopic
}

/** A failing record blocks those after it in its shard until the retries are used up. */
const retryAttempts = 8
/** Longer than all retries take. The stream keeps records for 24 hours. */
const maxIteratorAge = Duration.minutes(15)
const maximum = Stats.MAXIMUM

export class StreamWorker extends Construct {
  readonly lambda: LambdaFunction
  /** In milliseconds. */
  readonly iteratorAge: Metric
  readonly deadLetterCount: Metric
  private readonly deadLetters: Queue

  constructor(scope: Construct, id: string, { worker, table, topic, ...lambdaProps }: StreamWorkerProps) {
    super(scope, id)
    this.deadLetters = new Queue(this, 'DeadLetters', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    })
    const { name, purpose, access } = worker
    const timeout = Duration.seconds(workerSeconds)
    this.lambda = new LambdaFunction(this, 'Lambda', { ...lambdaProps, name, purpose, timeout })
    if (access === 'write') table.grantWrite(this.lambda)
    this.lambda.resource.addEventSource(this.streamOf(table, worker))
    this.iteratorAge = this.lambda.resource.metric('IteratorAge', { statistic: maximum, label: name })
    this.deadLetterCount = this.deadLetters.metricApproximateNumberOfMessagesVisible({
      statistic: maximum,
      label: name,
    })
    this.addAlarms(name, topic)
    Validations.of(this.deadLetters).acknowledge(isDeadLetterQueue)
  }

  /** Starts at the oldest record, so that none is lost between the deployment and the first poll. */
  private streamOf({ resource }: Table, { filters = [], batchSeconds = 0 }: Worker): DynamoEventSource {
    return new DynamoEventSource(resource, {
      startingPosition: StartingPosition.TRIM_HORIZON,
      batchSize: streamBatchSize,
      maxBatchingWindow: Duration.seconds(batchSeconds),
      filters: filters.map(filter => FilterCriteria.filter(filter)),
      reportBatchItemFailures: true,
      bisectBatchOnError: true,
      retryAttempts,
      onFailure: new SqsDlq(this.deadLetters),
    })
  }

  private addAlarms(name: string, topic: AlarmTopic): void {
    new ThresholdAlarm(this, 'IteratorAge', {
      topic,
      description: `${name} is more than ${maxIteratorAge.toMinutes()} minutes behind the table's stream, which keeps changes for 24 hours.`,
      runbook: `${name} is behind the stream`,
      metric: this.iteratorAge,
      threshold: maxIteratorAge.toMilliseconds(),
    })
    new ThresholdAlarm(this, 'DeadLetterCount', {
      topic,
      description: `${name} failed on changes of the table and skipped them. The stream keeps them for 24 hours, and the dead-letter queue their position in it.`,
      runbook: `Dead letters of ${name}`,
      metric: this.deadLetterCount,
      threshold: 0,
    })
  }
}

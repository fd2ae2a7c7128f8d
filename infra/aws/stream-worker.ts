/** A Lambda that is told of everything that happens in the table, in order for each key, at least once. */

import { Duration, Validations } from 'aws-cdk-lib'
import { type Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch'
import { StartingPosition } from 'aws-cdk-lib/aws-lambda'
import { DynamoEventSource, SqsDlq } from 'aws-cdk-lib/aws-lambda-event-sources'
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs'
import { Construct } from 'constructs'
import type { Worker } from '../../lib/workers.ts'
import { streamBatchSize, workerSeconds } from '../constants.ts'
import { type AlarmTopic, ServiceAlarm } from './alarms.ts'
import { isDeadLetterQueue } from './exceptions.ts'
import { Handler, type Making } from './handler.ts'
import type { Table } from './table.ts'

interface StreamWorkerProps extends Making {
  worker: Worker
  table: Table
  topic: AlarmTopic
}

/** A record that fails this often fails for good; until then it holds up those after it. */
const retries = 8
/** Later than retrying explains; the stream keeps what it holds for a day. */
const lateMilliseconds = Duration.minutes(15).toMilliseconds()

export class StreamWorker extends Construct {
  /** In milliseconds. */
  readonly late: Metric
  readonly givenUp: Metric
  private readonly deadLetters: Queue

  constructor(scope: Construct, id: string, { worker, table, topic, ...making }: StreamWorkerProps) {
    super(scope, id)
    this.deadLetters = new Queue(this, 'DeadLetters', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    })
    const { name, purpose, access } = worker
    const timeout = Duration.seconds(workerSeconds)
    const handler = new Handler(this, 'Handler', { ...making, name, purpose, timeout })
    if (access === 'write') table.grantWrite(handler)
    const { lambda } = handler
    lambda.addEventSource(this.changesOf(table))
    this.late = lambda.metric('IteratorAge', { statistic: Stats.MAXIMUM, label: name })
    this.givenUp = this.deadLetters.metricApproximateNumberOfMessagesVisible({
      statistic: Stats.MAXIMUM,
      label: name,
    })
    this.watch(name, topic)
    Validations.of(this.deadLetters).acknowledge(isDeadLetterQueue)
  }

  /** From the oldest record there is, so that none is lost between deployment and first poll. */
  private changesOf({ resource }: Table): DynamoEventSource {
    return new DynamoEventSource(resource, {
      startingPosition: StartingPosition.TRIM_HORIZON,
      batchSize: streamBatchSize,
      reportBatchItemFailures: true,
      bisectBatchOnError: true,
      retryAttempts: retries,
      onFailure: new SqsDlq(this.deadLetters),
    })
  }

  private watch(name: string, topic: AlarmTopic): void {
    new ServiceAlarm(this, 'Late', {
      topic,
      description: `${name} is behind the table by more than a quarter of an hour.`,
      metric: this.late,
      threshold: lateMilliseconds,
    })
    new ServiceAlarm(this, 'GaveUp', {
      topic,
      description: `${name} gave up on changes; the dead letters say which, and the stream holds them for a day.`,
      metric: this.givenUp,
      threshold: 0,
    })
  }
}

/** The dead-letter queue of the stream workers, and its alarm. Each letter names its worker. */

import { Validations } from 'aws-cdk-lib'
import { type Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch'
import { Queue } from 'aws-cdk-lib/aws-sqs'
import { Construct } from 'constructs'
import { noNestedDeadLetterQueue } from './acknowledgments.ts'
import { type AlarmTopic, ThresholdAlarm } from './alarms.ts'
import { deadLetterQueueProps } from './worker-queue.ts'

export class StreamDeadLetters extends Construct {
  readonly resource: Queue
  readonly count: Metric

  constructor(scope: Construct, id: string, { topic }: { topic: AlarmTopic }) {
    super(scope, id)
    this.resource = new Queue(this, 'Queue', deadLetterQueueProps)
    Validations.of(this.resource).acknowledge(noNestedDeadLetterQueue)
    this.count = this.resource.metricApproximateNumberOfMessagesVisible({
      statistic: Stats.MAXIMUM,
      label: 'dead letters',
    })
    new ThresholdAlarm(this, 'Count', {
      topic,
      description:
        'Workers failed on changes of the table and skipped them. The stream keeps the changes for 24 hours.',
      runbook: 'Dead letters of the stream workers',
      metric: this.count,
      threshold: 0,
    })
  }
}

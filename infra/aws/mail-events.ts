/**
 * The configuration set of SES, which counts mails that bounce and complaints about them. They are counted by CloudWatch
 * and not logged, because each event of SES has the buyer's address and the whole header of the mail.
 */

import { Stack } from 'aws-cdk-lib'
import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch'
import {
  CloudWatchDimensionSource,
  ConfigurationSet,
  EmailSendingEvent,
  EventDestination,
  SuppressionReasons,
} from 'aws-cdk-lib/aws-ses'
import { Construct } from 'constructs'
import { type AlarmTopic, ThresholdAlarm } from './alarms.ts'

/** SES adds this tag to each mail. */
const dimension = 'ses:configuration-set'

/** In five minutes. Single addresses are always wrong; AWS stops senders of whose mails many bounce. */
const maxBounces = 5

export class MailEvents extends Construct {
  readonly name: string
  readonly arn: string
  readonly bounces: Metric
  readonly complaints: Metric

  constructor(scope: Construct, id: string, { topic }: { topic: AlarmTopic }) {
    super(scope, id)
    const resource = new ConfigurationSet(this, 'ConfigurationSet', {
      reputationMetrics: true,
      suppressionReasons: SuppressionReasons.BOUNCES_AND_COMPLAINTS,
    })
    resource.addEventDestination('Metrics', {
      events: [EmailSendingEvent.BOUNCE, EmailSendingEvent.COMPLAINT],
      destination: EventDestination.cloudWatchDimensions([
        { source: CloudWatchDimensionSource.MESSAGE_TAG, name: dimension, defaultValue: 'none' },
      ]),
    })
    this.name = resource.configurationSetName
    this.arn = Stack.of(this).formatArn({
      ...{ service: 'ses', resource: 'configuration-set', resourceName: this.name },
    })
    this.bounces = this.metric('Bounce', 'bounces')
    this.complaints = this.metric('Complaint', 'complaints')
    this.addAlarms(topic)
  }

  private metric(metricName: string, label: string): Metric {
    const dimensionsMap = { [dimension]: this.name }
    return new Metric({ namespace: 'AWS/SES', metricName, dimensionsMap, statistic: Stats.SUM, label })
  }

  private addAlarms(topic: AlarmTopic): void {
    new ThresholdAlarm(this, 'Bounces', {
      topic,
      description: `More than ${maxBounces} mails bounced within five minutes. See the reputation metrics of SES: AWS stops senders with many bounces.`,
      metric: this.bounces,
      threshold: maxBounces,
    })
    new ThresholdAlarm(this, 'Complaints', {
      topic,
      description: 'A buyer has reported a mail as spam. AWS stops senders with many complaints.',
      metric: this.complaints,
      threshold: 0,
    })
  }
}

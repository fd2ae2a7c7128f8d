/** The configuration set of SES, which counts and logs mails that bounce and complaints about them. */

import { Stack } from 'aws-cdk-lib'
import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch'
import { EventBus } from 'aws-cdk-lib/aws-events'
import {
  CloudWatchDimensionSource,
  ConfigurationSet,
  EmailSendingEvent,
  EventDestination,
  SuppressionReasons,
} from 'aws-cdk-lib/aws-ses'
import { Construct } from 'constructs'
import type { Stage } from '../stages.ts'
import { type AlarmTopic, ThresholdAlarm } from './alarms.ts'
import { MailLog } from './mail-log.ts'

/** SES adds this tag to each mail that it sends. */
const dimension = 'ses:configuration-set'

const events = [EmailSendingEvent.BOUNCE, EmailSendingEvent.COMPLAINT]

/** The limit is for five minutes. Some addresses are always wrong, but AWS blocks senders with many bounces. */
const maxBounces = 5

export class MailEvents extends Construct {
  readonly name: string
  readonly arn: string
  readonly bounces: Metric
  readonly complaints: Metric

  constructor(scope: Construct, id: string, { stage, topic }: { stage: Stage; topic: AlarmTopic }) {
    super(scope, id)
    const resource = new ConfigurationSet(this, 'ConfigurationSet', {
      reputationMetrics: true,
      suppressionReasons: SuppressionReasons.BOUNCES_AND_COMPLAINTS,
    })
    resource.addEventDestination('Metrics', {
      events,
      destination: EventDestination.cloudWatchDimensions([
        { source: CloudWatchDimensionSource.MESSAGE_TAG, name: dimension, defaultValue: 'none' },
      ]),
    })
    resource.addEventDestination('Log', {
      events,
      destination: EventDestination.eventBus(EventBus.fromEventBusName(this, 'DefaultBus', 'default')),
    })
    this.name = resource.configurationSetName
    new MailLog(this, 'Log', { stage, configurationSet: this.name })
    this.arn = Stack.of(this).formatArn({ service: 'ses', resource: 'configuration-set', resourceName: this.name })
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
      description: `More than ${maxBounces} mails bounced within five minutes. AWS stops senders with many bounces.`,
      runbook: 'Mails bounce',
      metric: this.bounces,
      threshold: maxBounces,
    })
    new ThresholdAlarm(this, 'Complaints', {
      topic,
      description: 'A buyer has reported a mail as spam. AWS stops senders with many complaints.',
      runbook: 'Buyers report mails as spam',
      metric: this.complaints,
      threshold: 0,
    })
  }
}

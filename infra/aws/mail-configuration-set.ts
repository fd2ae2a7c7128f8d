/**
 * Defines the configuration set of SES, which counts and logs bounces and complaints. Only the fields that this file
 * names are logged, so that the log contains no addresses of buyers.
 */

import { ArnFormat, Stack } from 'aws-cdk-lib'
import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch'
import { EventBus, EventField, type IRuleTarget, Rule, RuleTargetInput } from 'aws-cdk-lib/aws-events'
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import type { LogGroup } from 'aws-cdk-lib/aws-logs'
import * as ses from 'aws-cdk-lib/aws-ses'
import { Construct } from 'constructs'
import type { Stage } from '../stages.ts'
import { ThresholdAlarm } from './alarm-kinds.ts'
import { StageLog } from './logs.ts'

/** SES adds this tag to each mail that it sends. The value of the tag is the name of the configuration set. */
const dimension = 'ses:configuration-set'

const events = [ses.EmailSendingEvent.BOUNCE, ses.EmailSendingEvent.COMPLAINT]

/**
 * More bounces than this in five minutes start the alarm. A few bounces are normal, but AWS blocks senders with many
 * bounces.
 */
const maxBounces = 5

export class MailConfigurationSet extends Construct {
  readonly name: string
  readonly bounces: Metric
  readonly complaints: Metric

  constructor(scope: Construct, id: string, stage: Stage) {
    super(scope, id)
    const resource = new ses.ConfigurationSet(this, 'ConfigurationSet', {
      reputationMetrics: true,
      suppressionReasons: ses.SuppressionReasons.BOUNCES_AND_COMPLAINTS,
    })
    resource.addEventDestination('Metrics', {
      events,
      destination: ses.EventDestination.cloudWatchDimensions([
        { source: ses.CloudWatchDimensionSource.MESSAGE_TAG, name: dimension, defaultValue: 'none' },
      ]),
    })
    resource.addEventDestination('Log', {
      events,
      destination: ses.EventDestination.eventBus(EventBus.fromEventBusName(this, 'DefaultBus', 'default')),
    })
    this.name = resource.configurationSetName
    this.addLog(stage)
    this.bounces = this.metric('Bounce', 'bounces')
    this.complaints = this.metric('Complaint', 'complaints')
    this.addAlarms()
  }

  private addLog(stage: Stage): void {
    const scope = new Construct(this, 'Log')
    const logGroup = new StageLog(scope, 'Log', stage)
    logGroup.addToResourcePolicy(allowEventBridge(logGroup))
    new Rule(scope, 'Rule', {
      description: 'Logs bounces and complaints of SES.',
      eventPattern: {
        source: ['aws.ses'],
        detailType: ['Email Bounced', 'Email Complaint Received'],
        detail: { mail: { tags: { [dimension]: [this.name] } } },
      },
      targets: [logTarget(logGroup)],
    })
  }

  private metric(metricName: string, label: string): Metric {
    const dimensionsMap = { [dimension]: this.name }
    return new Metric({ namespace: 'AWS/SES', metricName, dimensionsMap, statistic: Stats.SUM, label })
  }

  private addAlarms(): void {
    new ThresholdAlarm(this, 'Bounces', {
      severity: 'notice',
      description: `More than ${maxBounces} mails bounced within five minutes. AWS stops senders with many bounces.`,
      runbook: 'Mails bounce',
      metric: this.bounces,
      threshold: maxBounces,
    })
    new ThresholdAlarm(this, 'Complaints', {
      severity: 'notice',
      description: 'A buyer has reported a mail as spam. AWS stops senders with many complaints.',
      runbook: 'Buyers report mails as spam',
      metric: this.complaints,
    })
  }
}

const allowEventBridge = (logGroup: LogGroup) =>
  new PolicyStatement({
    principals: [new ServicePrincipal('events.amazonaws.com'), new ServicePrincipal('delivery.logs.amazonaws.com')],
    actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
    resources: [logGroup.logGroupArn],
  })

/** This target replaces CDK's own log target, which would add a Lambda that only writes the resource policy. */
const logTarget = (logGroup: LogGroup): IRuleTarget => ({
  bind: () => ({
    arn: Stack.of(logGroup).formatArn({
      service: 'logs',
      resource: 'log-group',
      resourceName: logGroup.logGroupName,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    }),
    input: RuleTargetInput.fromObject({ timestamp: EventField.time, message }),
  }),
})

const field = (path: string) => EventField.fromPath(`$.detail.${path}`)

/** Fields that an event does not have are empty in the logged message. */
const message = [
  EventField.detailType,
  field('bounce.bounceType'),
  field('bounce.bounceSubType'),
  field('complaint.complaintFeedbackType'),
  field('mail.messageId'),
].join(' ')

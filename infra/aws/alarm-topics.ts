/** The SNS topics for the alarms of a stage, one for each severity, and the receivers of each topic. */

import { Annotations, Aws, RemovalPolicy } from 'aws-cdk-lib'
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions'
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { Key } from 'aws-cdk-lib/aws-kms'
import { Topic } from 'aws-cdk-lib/aws-sns'
import { EmailSubscription, UrlSubscription } from 'aws-cdk-lib/aws-sns-subscriptions'
import { Construct } from 'constructs'
import type { AlarmReceivers, Severity, Stage } from '../stages.ts'
import { alarmsOf } from './alarm-kinds.ts'
import { repositoryOf } from './runbook.ts'

export class AlarmTopics extends Construct {
  readonly urgent: Topic
  readonly notice: Topic

  /** The topics must be created after all alarms, because this constructor connects only existing alarms. */
  constructor(scope: Construct, id: string, stage: Stage) {
    super(scope, id)
    /** The topics have a customer managed key, because CloudWatch cannot use the AWS managed key of SNS. */
    const key = new Key(this, 'Key', { enableKeyRotation: true, removalPolicy: RemovalPolicy.DESTROY })
    key.addToResourcePolicy(allowAlarms(['kms:Decrypt', 'kms:GenerateDataKey*'], '*'))
    /**
     * Earlier releases had one topic, with the id `Topic`. The urgent topic keeps this id, so that the receivers of the
     * topic need not confirm their subscriptions again.
     */
    this.urgent = addTopic(this, 'Topic', key)
    this.notice = addTopic(this, 'NoticeTopic', key)
    this.connect(this.urgent, 'urgent', stage)
    this.connect(this.notice, 'notice', stage)
  }

  private connect(topic: Topic, severity: Severity, stage: Stage): void {
    const action = new SnsAction(topic)
    for (const alarm of alarmsOf(this).filter(alarm => alarm.severity === severity)) {
      alarm.addAlarmAction(action)
      alarm.addOkAction(action)
    }
    const receivers = receiversOf(stage, severity)
    if (receivers === 'dashboard only') return
    const subscriptions = subscriptionsOf(receivers)
    for (const subscription of subscriptions) topic.addSubscription(subscription)
    if (subscriptions.length === 0) Annotations.of(topic).addError(noReceiver(severity, stage))
    else if (!repositoryOf(this)) Annotations.of(topic).addError(noRepository(stage))
  }
}

function addTopic(scope: Construct, id: string, masterKey: Key): Topic {
  const topic = new Topic(scope, id, { masterKey, enforceSSL: true })
  /** `enforceSSL` replaces the default policy of the topic, so alarms can publish only with this statement. */
  topic.addToResourcePolicy(allowAlarms(['sns:Publish'], topic.topicArn))
  return topic
}

/**
 * Returns no receivers if the settings lack the severity. Node does not check types, so the settings may still have the
 * format of earlier releases, which had no severities.
 */
const receiversOf = ({ alarms }: Stage, severity: Severity): AlarmReceivers | 'dashboard only' =>
  alarms === 'dashboard only' ? alarms : (alarms[severity] ?? {})

const subscriptionsOf = ({ emails = [], webhooks = [] }: AlarmReceivers) => [
  ...emails.map(address => new EmailSubscription(address)),
  ...webhooks.map(url => new UrlSubscription(url)),
]

const noReceiver = (severity: Severity, { name }: Stage) =>
  `The ${severity} alarms of the stage ${name} have no receiver. Add your e-mail address or a webhook to "alarms" of ${name} in infra/stages.ts, such as ${severity}: { emails: ['name@example.com'] }, or set ${severity}: 'dashboard only' to notify nobody.`

const noRepository = ({ name }: Stage) =>
  `The alarms of the stage ${name} have receivers, but no links to the runbook, because package.json has no repository. Add the https address of your copy to package.json, such as "repository": "https://github.com/OWNER/NAME".`

const allowAlarms = (actions: string[], resource: string) =>
  new PolicyStatement({
    principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
    actions,
    resources: [resource],
    conditions: { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID } },
  })

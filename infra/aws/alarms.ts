/** How the owner hears that something is wrong: a topic that every alarm topic, and what all alarms have in common. */

import { Aws, RemovalPolicy } from 'aws-cdk-lib'
import { Alarm, type AlarmProps, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch'
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions'
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { Key } from 'aws-cdk-lib/aws-kms'
import { Topic } from 'aws-cdk-lib/aws-sns'
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions'
import { Construct } from 'constructs'

interface AlarmTopicProps {
  /** Who gets a mail; nobody if not given, and the alarms show on the dashboard alone. */
  email?: string | undefined
}

export class AlarmTopic extends Construct {
  readonly topic: Topic

  constructor(scope: Construct, id: string, { email }: AlarmTopicProps) {
    super(scope, id)
    /** A key of our own, since CloudWatch may not use the one that AWS keeps for SNS. */
    const key = new Key(this, 'Key', { enableKeyRotation: true, removalPolicy: RemovalPolicy.DESTROY })
    key.addToResourcePolicy(fromOurAlarms(['kms:Decrypt', 'kms:GenerateDataKey*'], '*'))
    this.topic = new Topic(this, 'Topic', { masterKey: key, enforceSSL: true })
    /** A policy of its own takes the place of the one by which an account's alarms may publish. */
    this.topic.addToResourcePolicy(fromOurAlarms(['sns:Publish'], this.topic.topicArn))
    if (email) this.topic.addSubscription(new EmailSubscription(email))
  }
}

const fromOurAlarms = (actions: string[], resource: string) =>
  new PolicyStatement({
    principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
    actions,
    resources: [resource],
    conditions: { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID } },
  })

interface AlertProps extends Pick<AlarmProps, 'metric' | 'threshold'> {
  topic: AlarmTopic
  /** What happened, for someone woken by it. */
  description: string
  /** How many periods in a row it must last; one if not given. */
  periods?: number
}

/** An alarm that goes off above a bound, is silent while nothing happens, and topic when it is over too. */
export class ServiceAlarm extends Alarm {
  constructor(scope: Construct, id: string, { topic, description, periods = 1, ...watched }: AlertProps) {
    super(scope, id, {
      ...watched,
      alarmDescription: description,
      evaluationPeriods: periods,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    })
    const action = new SnsAction(topic.topic)
    this.addAlarmAction(action)
    this.addOkAction(action)
  }
}

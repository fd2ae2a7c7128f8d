/** Defines an alarm with a link to infra/RUNBOOK.md, and the topic that receives all alarms of the stack. */

import { readFileSync } from 'node:fs'
import { Annotations, Aws, Fn, RemovalPolicy, Stack } from 'aws-cdk-lib'
import { Alarm, type AlarmProps, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch'
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions'
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { Key } from 'aws-cdk-lib/aws-kms'
import { Topic } from 'aws-cdk-lib/aws-sns'
import { EmailSubscription, UrlSubscription } from 'aws-cdk-lib/aws-sns-subscriptions'
import { Construct } from 'constructs'
import { slug } from 'github-slugger'
import { stackOutputs } from '../constants.ts'
import type { Stage } from '../stages.ts'

export class AlarmTopic extends Construct {
  readonly resource: Topic

  /** The topic must be created after all alarms, because its constructor connects only existing alarms. */
  constructor(scope: Construct, id: string, stage: Stage) {
    super(scope, id)
    /** The topic has a customer managed key, because CloudWatch cannot use the AWS managed key of SNS. */
    const key = new Key(this, 'Key', { enableKeyRotation: true, removalPolicy: RemovalPolicy.DESTROY })
    key.addToResourcePolicy(allowAlarms(['kms:Decrypt', 'kms:GenerateDataKey*'], '*'))
    this.resource = new Topic(this, 'Topic', { masterKey: key, enforceSSL: true })
    /** `enforceSSL` replaces the default policy of the topic, so alarms can publish only with this statement. */
    this.resource.addToResourcePolicy(allowAlarms(['sns:Publish'], this.resource.topicArn))
    this.addReceivers(stage)
    const action = new SnsAction(this.resource)
    for (const alarm of alarmsOf(this)) {
      alarm.addAlarmAction(action)
      alarm.addOkAction(action)
    }
  }

  get outputs(): Record<string, string> {
    const triggers = alarmsOf(this).filter(({ rollsBack }) => rollsBack)
    return {
      [stackOutputs.alarmTopic]: this.resource.topicArn,
      [stackOutputs.rollbackAlarms]: Fn.join(
        ',',
        triggers.map(({ alarmArn }) => alarmArn),
      ),
    }
  }

  private addReceivers({ name, alarms }: Stage): void {
    if (alarms === 'dashboard only') return
    const { emails = [], webhooks = [] } = alarms
    const receivers = [
      ...emails.map(address => new EmailSubscription(address)),
      ...webhooks.map(url => new UrlSubscription(url)),
    ]
    if (receivers.length === 0) Annotations.of(this).addError(noReceiver(name))
    for (const receiver of receivers) this.resource.addSubscription(receiver)
  }
}

const noReceiver = (stage: string) =>
  `The alarms of the stage ${stage} have no receiver. Add your e-mail address or a webhook to "alarms" of ${stage} in infra/stages.ts, such as { emails: ['name@example.com'] }, or set it to 'dashboard only' to notify nobody.`

const allowAlarms = (actions: string[], resource: string) =>
  new PolicyStatement({
    principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
    actions,
    resources: [resource],
    conditions: { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID } },
  })

interface ThresholdAlarmProps extends Pick<AlarmProps, 'metric'> {
  /** Describes the fault for the person who is on call. */
  description: string
  /** The heading of the section of infra/RUNBOOK.md that describes what to do about the alarm. */
  runbook: string
  /** The alarm starts above this value; 0 by default. */
  threshold?: number
  /**
   * Whether the alarm rolls back a deployment during which it starts, if the stage has `rollbackMinutes`. CloudFormation
   * allows five such alarms.
   */
  rollsBack?: true
  /** The number of consecutive periods above the threshold; 1 by default. */
  periods?: number
}

export class ThresholdAlarm extends Alarm {
  readonly rollsBack: boolean

  constructor(scope: Construct, id: string, props: ThresholdAlarmProps) {
    const { description, runbook, periods = 1, metric, threshold = 0 } = props
    super(scope, id, {
      metric,
      threshold,
      alarmDescription: `${description} ${runbookLink(runbook)}`,
      evaluationPeriods: periods,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    })
    this.rollsBack = props.rollsBack ?? false
  }
}

/** Returns all alarms of the stack to which the construct belongs. */
export const alarmsOf = (scope: Construct): ThresholdAlarm[] =>
  Stack.of(scope)
    .node.findAll()
    .filter(child => child instanceof ThresholdAlarm)

interface Package {
  /** The repository of this code. If it is missing, an alarm has only the path of the runbook instead of a link. */
  repository?: string | { url: string }
}

const ownPackage: Package = JSON.parse(readFileSync('package.json', 'utf8'))

const file = 'infra/RUNBOOK.md'

/** Converts `git+https://github.com/owner/name.git` to `https://github.com/owner/name`. */
function pageOf(repository: Package['repository']): string | undefined {
  const url = typeof repository === 'string' ? repository : repository?.url
  const page = url?.replace(/^git\+/, '').replace(/\.git$/, '')
  return page?.startsWith('https://') ? page : undefined
}

/** Returns the link to the section of the runbook with this heading. In the link, `HEAD` is the default branch. */
export function runbookLink(heading: string, { repository } = ownPackage): string {
  const page = pageOf(repository)
  return `${page ? `${page}/blob/HEAD/` : ''}${file}#${slug(heading)}`
}

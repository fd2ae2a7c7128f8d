/**
 * Logs mails that bounced and complaints about them. Only the fields named here are logged, so that the buyer's address
 * is not.
 */

import { ArnFormat, Stack } from 'aws-cdk-lib'
import { EventField, type IRuleTarget, Rule, RuleTargetInput } from 'aws-cdk-lib/aws-events'
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { LogGroup } from 'aws-cdk-lib/aws-logs'
import { Construct } from 'constructs'
import type { Stage } from '../stages.ts'

interface MailLogProps {
  stage: Stage
  configurationSet: string
}

export class MailLog extends Construct {
  constructor(scope: Construct, id: string, { stage, configurationSet }: MailLogProps) {
    super(scope, id)
    const logGroup = new LogGroup(this, 'Log', { retention: stage.logRetention, removalPolicy: stage.logRemovalPolicy })
    logGroup.addToResourcePolicy(allowEventBridge(logGroup))
    new Rule(this, 'Rule', {
      description: 'Logs bounces and complaints of SES.',
      eventPattern: {
        source: ['aws.ses'],
        detailType: ['Email Bounced', 'Email Complaint Received'],
        detail: { mail: { tags: { 'ses:configuration-set': [configurationSet] } } },
      },
      targets: [logTarget(logGroup)],
    })
  }
}

const allowEventBridge = (logGroup: LogGroup) =>
  new PolicyStatement({
    principals: [new ServicePrincipal('events.amazonaws.com'), new ServicePrincipal('delivery.logs.amazonaws.com')],
    actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
    resources: [logGroup.logGroupArn],
  })

/** CDK's own target would add a Lambda to the stack only to write the policy. */
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

/** The message of the log. A field that an event does not have is empty. */
const message = [
  EventField.detailType,
  field('bounce.bounceType'),
  field('bounce.bounceSubType'),
  field('complaint.complaintFeedbackType'),
  field('mail.messageId'),
].join(' ')

import { describe, expect, test } from 'vitest'
import { statementsOf, template } from './template.ts'

const stack = template()
const { resources, ofType } = stack
const [[setId, configurationSet] = []] = Object.entries(resources).filter(
  ([, { Type }]) => Type === 'AWS::SES::ConfigurationSet',
)
const functionOf = (name: string) =>
  Object.entries(resources).find(([id, { Type }]) => Type === 'AWS::Lambda::Function' && id.startsWith(name))![1]
    .Properties
const mappings = ofType('Lambda::EventSourceMapping').map(({ Properties }) => Properties)
const mapping = mappings.find(({ EventSourceArn }) => EventSourceArn['Fn::GetAtt'][0].startsWith('MailSend'))
const queueId = mapping?.EventSourceArn['Fn::GetAtt'][0]
const alarms = ofType('CloudWatch::Alarm').map(({ Properties }) => Properties)

/** Returns the roles that may perform an action, and for each role the resources on which it may do so. */
const grants = (action: string) =>
  Object.keys(resources).flatMap(role =>
    (resources[role]?.Type === 'AWS::IAM::Role' ? statementsOf(role, stack) : [])
      .filter(({ Action }) => [Action].flat().includes(action))
      .map(({ Resource }) => ({ role, resources: [Resource].flat() as any[] })),
  )

describe('mail.send', () => {
  test('gets small batches of its queue, two at once, and again only what failed', () => {
    expect(mapping).toMatchObject({
      BatchSize: 10,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      ScalingConfig: { MaximumConcurrency: 2 },
    })
    expect(resources[queueId]?.Properties.RedrivePolicy.maxReceiveCount).toBe(5)
  })

  test('alone may send, from any verified sender, and with its configuration set only', () => {
    const [grant, ...others] = grants('ses:SendEmail')
    expect(others).toEqual([])
    expect(grant?.role).toMatch(/^MailSendLambda/)
    const [set, sender] = grant!.resources.map((arn: any) => arn['Fn::Join'][1])
    expect(grant!.resources).toHaveLength(2)
    expect(sender.at(-1)).toBe(':identity/*')
    expect(set.slice(-2)).toEqual([':configuration-set/', { Ref: setId }])
    expect(functionOf('MailSend').Environment.Variables.MAIL_CONFIGURATION_SET).toEqual({ Ref: setId })
  })

  test('has an environment in which mails are sent and not caught', () => {
    expect(functionOf('MailSend').Environment.Variables).not.toHaveProperty('MAIL_DIR')
  })
})

test('only the worker that relays mails may put them into the queue', () => {
  const [grant, ...others] = grants('sqs:SendMessage').filter(({ resources: [arn] }) =>
    JSON.stringify(arn).includes(queueId),
  )
  expect(others).toEqual([])
  expect(grant?.role).toMatch(/^RecoveryRun/)
  expect(functionOf('RecoveryRun').Environment.Variables.MAIL_QUEUE_URL).toEqual({ Ref: queueId })
  expect(statementsOf('RecoveryRun', stack).flatMap(({ Action }) => Action)).not.toContain('sqs:*')
})

describe('bounces and complaints', () => {
  test('are counted and logged for the configuration set', () => {
    const destinations = ofType('SES::ConfigurationSetEventDestination').map(({ Properties }) => Properties)
    const event = { Enabled: true, MatchingEventTypes: ['bounce', 'complaint'] }
    const dimension = {
      DimensionName: 'ses:configuration-set',
      DimensionValueSource: 'messageTag',
      DefaultDimensionValue: 'none',
    }
    expect(destinations).toMatchObject([
      { EventDestination: { ...event, CloudWatchDestination: { DimensionConfigurations: [dimension] } } },
      { EventDestination: { ...event, EventBridgeDestination: {} } },
    ])
    for (const { ConfigurationSetName } of destinations) expect(ConfigurationSetName).toEqual({ Ref: setId })
  })

  test('are logged without the address', () => {
    const rule = ofType('Events::Rule').find(({ Properties }) => Properties.EventPattern?.source?.[0] === 'aws.ses')
    expect(rule?.Properties.EventPattern.detail.mail.tags).toEqual({ 'ses:configuration-set': [{ Ref: setId }] })
    const [{ InputTransformer }] = rule!.Properties.Targets
    expect(Object.values(InputTransformer.InputPathsMap)).toEqual([
      '$.time',
      '$.detail-type',
      '$.detail.bounce.bounceType',
      '$.detail.bounce.bounceSubType',
      '$.detail.complaint.complaintFeedbackType',
      '$.detail.mail.messageId',
    ])
    expect(InputTransformer.InputTemplate).toMatch(/^\{"timestamp":<time>,"message":"<.*>"\}$/)
  })

  test.each(['Bounce', 'Complaint'])('%s: has an alarm', name => {
    const metrics = alarms.flatMap(({ Metrics = [] }) => Metrics).map(({ MetricStat }) => MetricStat?.Metric)
    expect(metrics).toContainEqual({
      Namespace: 'AWS/SES',
      MetricName: name,
      Dimensions: [{ Name: 'ses:configuration-set', Value: { Ref: setId } }],
    })
  })

  test('stop further mails to the address', () => {
    expect(configurationSet?.Properties.SuppressionOptions.SuppressedReasons).toEqual(['BOUNCE', 'COMPLAINT'])
  })
})

test('an alarm goes off when a mail may have been sent or not', () => {
  expect(alarms.filter(({ MetricName }) => MetricName === 'UnknownMails')).toMatchObject([
    { Namespace: 'BackOffice', Threshold: 0, Dimensions: [{ Name: 'service', Value: 'back-office-prod' }] },
  ])
})

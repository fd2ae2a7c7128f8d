import { describe, expect, test } from 'vitest'
import { metricNamespace } from '../../../lib/core/metrics.ts'
import { workers } from '../../../lib/workers.ts'
import { template } from './template.ts'

const { resources, ofType } = template()
const alarms = ofType('CloudWatch::Alarm').map(({ Properties }) => Properties)

/** The metrics an alarm watches, each by its namespace and name. */
const watched = ({ Namespace, MetricName, Metrics = [] }: any): string[] => [
  ...(MetricName ? [`${Namespace} ${MetricName}`] : []),
  ...Metrics.flatMap(({ MetricStat }: any) => (MetricStat ? watched(MetricStat.Metric) : [])),
]

describe('alarms', () => {
  test.each([
    ['errors of the API', 'AWS/ApiGateway 5XXError'],
    ['latency', 'AWS/ApiGateway Latency'],
    ['callers turned away', 'BackOffice/prod TurnedAway'],
    ['Lambdas not started', 'AWS/Lambda Throttles'],
    ['errors of the authorizer', 'AWS/Lambda Errors'],
    ['a throttled table', 'AWS/DynamoDB WriteThrottleEvents'],
    ['a failing table', 'AWS/DynamoDB SystemErrors'],
    ['the age of the stream', 'AWS/Lambda IteratorAge'],
    ['checkout events that wait', 'AWS/SQS ApproximateAgeOfOldestMessage'],
    ['dead letters', 'AWS/SQS ApproximateNumberOfMessagesVisible'],
  ])('watch %s', (_, metric) => {
    expect(alarms.flatMap(watched)).toContain(metric)
  })

  test('watch the dead letters of every worker', () => {
    const letters = alarms.filter(alarm =>
      watched(alarm).includes('AWS/SQS ApproximateNumberOfMessagesVisible'),
    )
    expect(letters).toHaveLength(workers.length)
    for (const { Threshold } of letters) expect(Threshold).toBe(0)
  })

  test('tell the one topic when they go off and when it is over', () => {
    const [topic] = Object.keys(resources).filter(id => resources[id]?.Type === 'AWS::SNS::Topic')
    for (const { AlarmActions, OKActions } of alarms)
      expect({ AlarmActions, OKActions }).toEqual({
        AlarmActions: [{ Ref: topic }],
        OKActions: [{ Ref: topic }],
      })
  })

  test('are silent while nothing happens', () => {
    for (const { TreatMissingData } of alarms) expect(TreatMissingData).toBe('notBreaching')
  })

  test('say what happened', () => {
    for (const { AlarmDescription } of alarms) expect(AlarmDescription).toMatch(/^.{15,}\.$/)
  })

  test('may publish and encrypt, though topic and key have policies of their own', () => {
    const [policy] = ofType('SNS::TopicPolicy')
    const [key] = ofType('KMS::Key')
    const cloudwatch = { Service: 'cloudwatch.amazonaws.com' }
    expect(policy?.Properties.PolicyDocument.Statement).toContainEqual(
      expect.objectContaining({ Effect: 'Allow', Principal: cloudwatch, Action: 'sns:Publish' }),
    )
    expect(key?.Properties.KeyPolicy.Statement).toContainEqual(
      expect.objectContaining({ Principal: cloudwatch, Action: ['kms:Decrypt', 'kms:GenerateDataKey*'] }),
    )
  })
})

describe('mails about alarms', () => {
  test('go to nobody unless someone is named', () => {
    expect(ofType('SNS::Subscription')).toEqual([])
  })

  test('go to who is named', () => {
    const [mail] = template({ alarmEmail: 'owner@example.com' }).ofType('SNS::Subscription')
    expect(mail?.Properties).toMatchObject({ Protocol: 'email', Endpoint: 'owner@example.com' })
  })
})

test('the dashboard shows what the program counts, for its own stage', () => {
  const [dashboard] = ofType('CloudWatch::Dashboard')
  const body = JSON.stringify(dashboard?.Properties.DashboardBody).replaceAll('\\', '')
  expect(body).toContain(`"${metricNamespace}","Faults","service","back-office-prod"`)
  expect(body).toContain(`"${metricNamespace}","Replies","service","back-office-prod","status","5xx"`)
})

test('the dashboard shows how checkout events fare', () => {
  const [dashboard] = ofType('CloudWatch::Dashboard')
  const body = JSON.stringify(dashboard?.Properties.DashboardBody)
  for (const metric of ['NumberOfMessagesSent', 'NumberOfMessagesDeleted', 'ApproximateAgeOfOldestMessage'])
    expect(body).toContain(metric)
})

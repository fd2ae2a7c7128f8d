import { describe, expect, test } from 'vitest'
import { metricNamespace } from '../../../lib/core/metrics.ts'
import { workers } from '../../../lib/workers.ts'
import { template } from './template.ts'

const { resources, ofType } = template()
const alarms = ofType('CloudWatch::Alarm').map(({ Properties }) => Properties)

/** The metrics of an alarm, each as namespace and name. */
const metricsOf = ({ Namespace, MetricName, Metrics = [] }: any): string[] => [
  ...(MetricName ? [`${Namespace} ${MetricName}`] : []),
  ...Metrics.flatMap(({ MetricStat }: any) => (MetricStat ? metricsOf(MetricStat.Metric) : [])),
]

describe('alarms', () => {
  test.each([
    ['server errors of the API', 'AWS/ApiGateway 5XXError'],
    ['latency', 'AWS/ApiGateway Latency'],
    ['throttled requests', 'BackOffice/prod ThrottledRequests'],
    ['throttled Lambdas', 'AWS/Lambda Throttles'],
    ['errors of the authorizer', 'AWS/Lambda Errors'],
    ['throttles of the table', 'AWS/DynamoDB WriteThrottleEvents'],
    ['internal errors of DynamoDB', 'AWS/DynamoDB SystemErrors'],
    ['the iterator age of the stream', 'AWS/Lambda IteratorAge'],
    ['the age of the oldest checkout event', 'AWS/SQS ApproximateAgeOfOldestMessage'],
    ['the age of the oldest payment under way', 'BackOffice PendingPaymentAge'],
    ['refusals of payment gateways', 'BackOffice GatewayAnswers'],
    ['dead letters', 'AWS/SQS ApproximateNumberOfMessagesVisible'],
  ])('watch %s', (_, metric) => {
    expect(alarms.flatMap(metricsOf)).toContain(metric)
  })

  test('watch the dead letters of every worker that has some', () => {
    const deadLetterAlarms = alarms.filter(alarm =>
      metricsOf(alarm).includes('AWS/SQS ApproximateNumberOfMessagesVisible'),
    )
    expect(deadLetterAlarms).toHaveLength(workers.filter(({ source }) => source !== 'schedule').length)
    for (const { Threshold } of deadLetterAlarms) expect(Threshold).toBe(0)
  })

  test('notify the topic when they start and when they end', () => {
    const [topic] = Object.keys(resources).filter(id => resources[id]?.Type === 'AWS::SNS::Topic')
    for (const { AlarmActions, OKActions } of alarms)
      expect({ AlarmActions, OKActions }).toEqual({
        AlarmActions: [{ Ref: topic }],
        OKActions: [{ Ref: topic }],
      })
  })

  test('do not go off while data is missing', () => {
    for (const { TreatMissingData } of alarms) expect(TreatMissingData).toBe('notBreaching')
  })

  test('have a description of at least one sentence', () => {
    for (const { AlarmDescription } of alarms) expect(AlarmDescription).toMatch(/^.{15,}\.$/)
  })

  test('may publish to the topic and use its key', () => {
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

describe('e-mails about alarms', () => {
  test('are not sent without an address', () => {
    expect(ofType('SNS::Subscription')).toEqual([])
  })

  test('are sent to the configured address', () => {
    const [subscription] = template({ alarmEmail: 'owner@example.com' }).ofType('SNS::Subscription')
    expect(subscription?.Properties).toMatchObject({ Protocol: 'email', Endpoint: 'owner@example.com' })
  })
})

test('the dashboard shows the metrics that the Lambdas of its stage write', () => {
  const [dashboard] = ofType('CloudWatch::Dashboard')
  const body = JSON.stringify(dashboard?.Properties.DashboardBody).replaceAll('\\', '')
  expect(body).toContain(`"${metricNamespace}","Faults","service","back-office-prod"`)
  expect(body).toContain(`"${metricNamespace}","Replies","service","back-office-prod","status","5xx"`)
})

test('the dashboard shows the metrics of the checkout queue', () => {
  const [dashboard] = ofType('CloudWatch::Dashboard')
  const body = JSON.stringify(dashboard?.Properties.DashboardBody)
  for (const metric of ['NumberOfMessagesSent', 'NumberOfMessagesDeleted', 'ApproximateAgeOfOldestMessage'])
    expect(body).toContain(metric)
})

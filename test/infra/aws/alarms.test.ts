import { describe, expect, test } from 'vitest'
import { findStage, type Stage } from '../../../infra/stages.ts'
import { workers } from '../../../lib/workers.ts'
import { stackFor, template } from './template.ts'

const { outputs, resources, ofType } = template()
const alarms = ofType('CloudWatch::Alarm').map(({ Properties }) => Properties)

/** The metrics of an alarm, each as namespace and name. */
const metricsOf = ({ Namespace, MetricName, Metrics = [] }: any): string[] => [
  ...(MetricName ? [`${Namespace} ${MetricName}`] : []),
  ...Metrics.flatMap(({ MetricStat }: any) => (MetricStat ? metricsOf(MetricStat.Metric) : [])),
]

test('three alarms can roll back a deployment, of the five that CloudFormation allows', () => {
  const [, arns] = outputs.RollbackAlarmArns.Value['Fn::Join']
  const triggers = arns.filter((part: any) => typeof part === 'object').map((part: any) => part['Fn::GetAtt'][0])
  expect(triggers.flatMap((id: string) => metricsOf(resources[id]?.Properties)).join()).toMatch(
    /5XXError.*AuthorizerFailures.*Faults/,
  )
  expect(triggers).toHaveLength(3)
})

describe('alarms', () => {
  test.each([
    ['server errors of the API', 'AWS/ApiGateway 5XXError'],
    ['latency', 'AWS/ApiGateway Latency'],
    ['throttled requests', 'BackOffice/prod ThrottledRequests'],
    ['unexpected errors of Lambdas', 'BackOffice Faults'],
    ['failures of the authorizer', 'BackOffice/prod AuthorizerFailures'],
    ['throttles of the table', 'AWS/DynamoDB WriteThrottleEvents'],
    ['internal errors of DynamoDB', 'AWS/DynamoDB SystemErrors'],
    ['the iterator age of the stream', 'AWS/Lambda IteratorAge'],
    ['the age of the oldest checkout event', 'AWS/SQS ApproximateAgeOfOldestMessage'],
    ['checkout events with unknown names', 'BackOffice UnknownEvents'],
    ['the age of the oldest payment under way', 'BackOffice PendingPaymentAge'],
    ['refusals of payment gateways', 'BackOffice GatewayAnswers'],
    ['the age of the oldest mail in the outbox', 'BackOffice OldestMailAge'],
    ['refunds that do not count', 'BackOffice RefundsNotCounted'],
    ['failed backups', 'AWS/Backup NumberOfBackupJobsFailed'],
    ['backups that did not start', 'AWS/Backup NumberOfBackupJobsExpired'],
    ['dead letters', 'AWS/SQS ApproximateNumberOfMessagesVisible'],
  ])('watch %s', (_, metric) => {
    expect(alarms.flatMap(metricsOf)).toContain(metric)
  })

  test('watch operations whose payment gateway has no valid key', () => {
    const found = alarms.filter(alarm => /"result","Value":"unavailable"/.test(JSON.stringify(alarm)))
    expect(found).toMatchObject([{ Threshold: 0, Metrics: [{ MetricStat: { Period: 3600 } }] }])
  })

  test('watch the dead letters of every source of workers that has some', () => {
    const deadLetterAlarms = alarms.filter(alarm =>
      metricsOf(alarm).includes('AWS/SQS ApproximateNumberOfMessagesVisible'),
    )
    const sources = new Set(workers.map(({ source }) => source).filter(source => source !== 'schedule'))
    expect(deadLetterAlarms).toHaveLength(sources.size)
    for (const { Threshold } of deadLetterAlarms) expect(Threshold).toBe(0)
  })

  const functionIds = Object.keys(resources).filter(id => resources[id]?.Type === 'AWS::Lambda::Function')
  const workerIds = functionIds.filter(id =>
    workers.some(({ purpose }) => purpose === resources[id]?.Properties.Description),
  )

  /** The Lambdas whose metric has an alarm. */
  const lambdasWatchedBy = (metric: string) =>
    JSON.stringify(alarms.filter(alarm => metricsOf(alarm).includes(`AWS/Lambda ${metric}`)))

  const dimensionOf = (id = '') => `"Name":"FunctionName","Value":{"Ref":"${id}"}`
  const authorizer = functionIds.find(id => id.startsWith('ApiAuthorizer'))

  test.each(['Errors', 'Throttles'])('watch the %s of every worker', metric => {
    expect(workerIds).toHaveLength(workers.length)
    for (const id of workerIds) expect(lambdasWatchedBy(metric)).toContain(dimensionOf(id))
  })

  test('watch the throttles of the authorizer, but not its errors, by which it rejects wrong keys', () => {
    expect(lambdasWatchedBy('Throttles')).toContain(dimensionOf(authorizer))
    expect(lambdasWatchedBy('Errors')).not.toContain(dimensionOf(authorizer))
  })

  test('watch requests that fail because of the authorizer, which the access log names', () => {
    const filters = ofType('Logs::MetricFilter').map(({ Properties }) => Properties)
    const filter = filters.find(({ MetricTransformations: [metric] }) => metric.MetricName === 'AuthorizerFailures')
    expect(filter?.FilterPattern).toBe(
      '{ ($.problem = "AUTHORIZER_FAILURE") || ($.problem = "AUTHORIZER_CONFIGURATION_ERROR") }',
    )
  })

  test('watch nothing of other stacks in the same account', () => {
    const dimensions = (alarm: any): any[] => [
      ...(alarm.MetricName ? [alarm] : []),
      ...(alarm.Metrics ?? []).flatMap(({ MetricStat }: any) => (MetricStat ? [MetricStat.Metric] : [])),
    ]
    const withoutStage = alarms
      .flatMap(dimensions)
      .filter(({ Dimensions = [], Namespace }) => Dimensions.length === 0 && !Namespace.endsWith('/prod'))
    expect(withoutStage).toEqual([])
  })

  test('notify the topic when they start and when they end', () => {
    const [topic] = Object.keys(resources).filter(id => resources[id]?.Type === 'AWS::SNS::Topic')
    for (const { AlarmActions, OKActions } of alarms)
      expect({ AlarmActions, OKActions }).toEqual({ AlarmActions: [{ Ref: topic }], OKActions: [{ Ref: topic }] })
  })

  test('do not go off while data is missing', () => {
    for (const { TreatMissingData } of alarms) expect(TreatMissingData).toBe('notBreaching')
  })

  test('have a description of at least one sentence, which ends with a link', () => {
    for (const { AlarmDescription } of alarms) expect(AlarmDescription).toMatch(/^[A-Za-z].{15,}\. \S+$/)
  })

  test('have at most ten metrics, as CloudWatch allows', () => {
    for (const alarm of alarms) expect(metricsOf(alarm).length).toBeLessThanOrEqual(10)
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

describe('the receivers of alarms', () => {
  const receiversOf = (alarms: Stage['alarms']) =>
    template({ settings: { alarms } })
      .ofType('SNS::Subscription')
      .map(({ Properties }) => [Properties.Protocol, Properties.Endpoint])

  const synthesize = (stage: string, alarms: Stage['alarms']) => stackFor({ stage, settings: { alarms } }).app.synth()

  test('are the addresses and webhooks of the stage', () => {
    const alarms: Stage['alarms'] = { emails: ['owner@example.com'], webhooks: ['https://example.com/alarms'] }
    expect(receiversOf(alarms)).toEqual([
      ['email', 'owner@example.com'],
      ['https', 'https://example.com/alarms'],
    ])
  })

  test('are not needed if alarms only show on the dashboard', () => {
    expect(receiversOf('dashboard only')).toEqual([])
    synthesize('prod', 'dashboard only')
  })

  test('must be added to the committed prod before it can be deployed, and the error says where', () => {
    expect(() => synthesize('prod', findStage('prod').alarms)).toThrow(
      /of the stage prod have no receiver\. Add .* to "alarms" of prod in infra\/stages\.ts/,
    )
  })

  test('are not needed for the committed dev', () => {
    synthesize('dev', findStage('dev').alarms)
  })
})

import { describe, expect, test } from 'vitest'
import { findStage, type Severity, type Stage } from '../../../infra/stages.ts'
import { workers } from '../../../lib/workers.ts'
import { names, statementsOf } from './lambda-permissions.ts'
import { stackFor, template, testRepository } from './template.ts'

const { resources, outputs, ofType } = template({ settings: { maxHoursWithoutOrder: 24 } })
const alarms = ofType('CloudWatch::Alarm').map(({ Properties }) => Properties)

/** Returns the metrics of an alarm, each as namespace and name. */
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
    ['completed backups', 'AWS/Backup NumberOfBackupJobsCompleted'],
    ['completed orders', 'BackOffice Orders'],
    ['dead letters', 'AWS/SQS ApproximateNumberOfMessagesVisible'],
  ])('watch %s', (_, metric) => {
    expect(alarms.flatMap(metricsOf)).toContain(metric)
  })

  test('watch operations whose payment gateway has no valid key', () => {
    const found = alarms.filter(alarm => /"result","Value":"unavailable"/.test(JSON.stringify(alarm)))
    expect(found).toMatchObject([{ Threshold: 0, Metrics: [{ MetricStat: { Period: 3600 } }] }])
  })

  test.each(['GatewayAnswers', 'RefundsNotCounted'])('watch %s in Live mode only', metric => {
    const watched = alarms
      .flatMap(alarm => [alarm, ...(alarm.Metrics ?? []).map(({ MetricStat }: any) => MetricStat?.Metric)])
      .filter(found => found?.MetricName === metric)
    expect(watched).not.toEqual([])
    for (const { Dimensions } of watched) expect(Dimensions).toContainEqual({ Name: 'mode', Value: 'Live' })
  })

  test('watch internal errors of every operation on the table that a Lambda may use', () => {
    const [alarm] = alarms.filter(found => metricsOf(found).includes('AWS/DynamoDB SystemErrors'))
    const watched: string[] = alarm.Metrics.flatMap(({ MetricStat }: any) => MetricStat?.Metric.Dimensions ?? [])
      .filter(({ Name }: any) => Name === 'Operation')
      .map(({ Value }: any) => Value)
    /** A condition on another row is a part of a transaction, which counts as one operation. */
    const inTransactions = 'ConditionCheckItem'
    const allowed = new Set(
      names
        .flatMap(name => statementsOf(name).statements.flatMap(({ Action }) => Action))
        .map(action => action.replace('dynamodb:', ''))
        .filter(operation => operation !== inTransactions),
    )
    expect(allowed).toContain('BatchWriteItem')
    expect(watched.toSorted()).toEqual([...allowed, 'TransactWriteItems'].toSorted())
    /** CloudWatch allows at most ten metrics in the expression of an alarm. */
    expect(watched.length).toBeLessThanOrEqual(10)
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

  /** Returns the alarms about a metric of Lambda as JSON. The JSON contains the ids of the watched Lambdas. */
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

  const topicOf = { Urgent: outputs.AlarmTopicArn.Value.Ref, Notice: outputs.NoticeTopicArn.Value.Ref }

  test('notify the topic of their severity when they start and when they end', () => {
    expect(topicOf.Urgent).not.toBe(topicOf.Notice)
    for (const { AlarmDescription, AlarmActions, OKActions } of alarms) {
      const severity: keyof typeof topicOf = AlarmDescription.split(':')[0]
      const topic = [{ Ref: topicOf[severity] }]
      expect({ AlarmActions, OKActions }, AlarmDescription).toEqual({ AlarmActions: topic, OKActions: topic })
    }
  })

  test('have both severities', () => {
    const severities = alarms.map(({ AlarmDescription }) => AlarmDescription.split(':')[0])
    expect(new Set(severities)).toEqual(new Set(['Urgent', 'Notice']))
  })

  test('link to the repository', () => {
    for (const { AlarmDescription } of alarms)
      expect(AlarmDescription).toContain(` ${testRepository}/blob/HEAD/infra/RUNBOOK.md#`)
  })

  test('do not go off while data is missing, unless they are about silence', () => {
    for (const { TreatMissingData, ComparisonOperator } of alarms)
      expect(TreatMissingData).toBe(ComparisonOperator === 'LessThanThreshold' ? 'breaching' : 'notBreaching')
  })

  test('have a description of at least one sentence, which ends with a link', () => {
    for (const { AlarmDescription } of alarms) expect(AlarmDescription).toMatch(/^[A-Za-z].{15,}\. \S+$/)
  })

  test('have at most ten metrics, as CloudWatch allows', () => {
    for (const alarm of alarms) expect(metricsOf(alarm).length).toBeLessThanOrEqual(10)
  })

  test('may publish to both topics and use their key', () => {
    const policies = ofType('SNS::TopicPolicy')
    const usedByAlarms = ({ Properties }: any) => JSON.stringify(Properties.KeyPolicy).includes('cloudwatch')
    const [key, ...otherKeys] = ofType('KMS::Key').filter(usedByAlarms)
    const cloudwatch = { Service: 'cloudwatch.amazonaws.com' }
    expect(policies).toHaveLength(2)
    for (const { Properties } of policies)
      expect(Properties.PolicyDocument.Statement).toContainEqual(
        expect.objectContaining({ Effect: 'Allow', Principal: cloudwatch, Action: 'sns:Publish' }),
      )
    expect(otherKeys).toEqual([])
    expect(key?.Properties.KeyPolicy.Statement).toContainEqual(
      expect.objectContaining({ Principal: cloudwatch, Action: ['kms:Decrypt', 'kms:GenerateDataKey*'] }),
    )
  })
})

describe('alarms about 5xx and 429', () => {
  const alarmOf = (runbook: string) =>
    alarms.find(({ AlarmDescription }) => AlarmDescription.endsWith(`#${runbook}`)) ?? expect.fail(runbook)
  const expressionOf = ({ Metrics }: any): string => Metrics.find(({ Expression }: any) => Expression).Expression

  test('give a notice for a single 5xx', () => {
    expect(alarmOf('requests-fail-with-5xx')).toMatchObject({
      AlarmDescription: expect.stringMatching(/^Notice: /),
      MetricName: '5XXError',
      Threshold: 0,
      EvaluationPeriods: 1,
    })
  })

  /** Returns the value of an alarm's CloudWatch expression, with these numbers in place of its metrics. */
  const evaluate = (alarm: any, part: number | null, all: number): number => {
    const IF = (condition: boolean, yes: number, no: number) => (condition ? yes : no)
    const FILL = (value: number | null, replacement: number) => value ?? replacement
    return new Function('IF', 'FILL', 'part', 'all', `return ${expressionOf(alarm)}`)(IF, FILL, part, all)
  }

  test.each([
    ['many-requests-fail-with-5xx', 1, 5],
    ['requests-are-rejected-with-429', 2, 50],
  ])('are urgent for a rate: %s', (runbook, periods, minimum) => {
    const alarm = alarmOf(runbook)
    expect(alarm).toMatchObject({
      AlarmDescription: expect.stringMatching(/^Urgent: /),
      Threshold: 1,
      EvaluationPeriods: periods,
    })
    expect(metricsOf(alarm)).toContain('AWS/ApiGateway Count')
    expect(evaluate(alarm, null, 100_000)).toBe(0)
    expect(evaluate(alarm, minimum - 1, minimum)).toBe(0)
    expect(evaluate(alarm, minimum, minimum)).toBe(100)
    expect(evaluate(alarm, minimum, 200 * minimum)).toBe(0.5)
    expect(evaluate(alarm, 3 * minimum, 200 * minimum)).toBe(1.5)
  })
})

describe('alarms about silence', () => {
  const silenceOf = (metric: string) =>
    alarms.find(alarm => alarm.ComparisonOperator === 'LessThanThreshold' && metricsOf(alarm).includes(metric))

  test('are urgent if recovery.run reports nothing for ten minutes', () => {
    expect(silenceOf('BackOffice PendingPaymentAge')).toMatchObject({
      AlarmDescription: expect.stringMatching(/^Urgent: For 10 minutes, recovery\.run /),
      Statistic: 'SampleCount',
      Threshold: 1,
      Period: 300,
      EvaluationPeriods: 2,
      TreatMissingData: 'breaching',
    })
  })

  test('give a notice after a calendar week without a completed backup', () => {
    expect(silenceOf('AWS/Backup NumberOfBackupJobsCompleted')).toMatchObject({
      AlarmDescription: expect.stringMatching(/^Notice: /),
      Statistic: 'Sum',
      Threshold: 1,
      Period: 604_800,
      EvaluationPeriods: 1,
      EvaluationWindow: { WallClockWindow: {} },
      TreatMissingData: 'breaching',
    })
  })

  test('are urgent after the hours without an order that the stage sets', () => {
    expect(silenceOf('BackOffice Orders')).toMatchObject({
      AlarmDescription: expect.stringMatching(/^Urgent: For 24 hours, no order/),
      Dimensions: expect.arrayContaining([{ Name: 'mode', Value: 'Live' }]),
      Period: 3600,
      EvaluationPeriods: 24,
      TreatMissingData: 'breaching',
    })
  })

  test('are not about orders by default', () => {
    const byDefault = template().ofType('CloudWatch::Alarm')
    expect(byDefault.flatMap(({ Properties }) => metricsOf(Properties))).not.toContain('BackOffice Orders')
  })

  test.each([0, 1.5, 169])('cannot be about orders with %d hours, which CloudWatch would refuse', hours => {
    expect(() => stackFor({ settings: { maxHoursWithoutOrder: hours } })).toThrow(
      'maxHoursWithoutOrder of prod in infra/stages.ts must be a whole number of hours from 1 to 168.',
    )
  })

  test('do not start while a new stage has no values yet', () => {
    const silent = alarms.filter(({ TreatMissingData }) => TreatMissingData === 'breaching')
    expect(silent).toHaveLength(3)
    for (const { WarmUpConfiguration, Period, EvaluationPeriods } of silent) {
      const minutes = WarmUpConfiguration.WarmUpPeriodDurationInMinutes
      expect(minutes).toBeGreaterThanOrEqual(Math.min(2880, (Period * EvaluationPeriods) / 60))
      expect(minutes).toBeLessThanOrEqual(2880)
    }
  })
})

describe('the receivers of alarms', () => {
  type Options = Parameters<typeof stackFor>[0]

  const receiversOf = (alarms: Stage['alarms']) => {
    const { outputs, ofType } = template({ settings: { alarms } })
    const of = (topic: string) =>
      ofType('SNS::Subscription')
        .filter(({ Properties }) => Properties.TopicArn.Ref === outputs[topic].Value.Ref)
        .map(({ Properties }) => [Properties.Protocol, Properties.Endpoint])
    return { urgent: of('AlarmTopicArn'), notice: of('NoticeTopicArn') }
  }

  const synthesize = (stage: string, alarms: Stage['alarms'], options: Options = {}) =>
    stackFor({ stage, settings: { alarms }, ...options }).app.synth()

  test('are the addresses and webhooks of their severity', () => {
    const webhooks = ['https://example.com/alarms'] as const
    const urgent = { emails: ['on-call@example.com', 'owner@example.com'], webhooks } as const
    expect(receiversOf({ urgent, notice: { emails: ['owner@example.com'] } })).toEqual({
      urgent: [
        ['email', 'on-call@example.com'],
        ['email', 'owner@example.com'],
        ['https', 'https://example.com/alarms'],
      ],
      notice: [['email', 'owner@example.com']],
    })
  })

  test('are not needed if alarms only show on the dashboard', () => {
    expect(receiversOf('dashboard only')).toEqual({ urgent: [], notice: [] })
    synthesize('prod', 'dashboard only', { repository: null })
  })

  test('are not needed for a severity that only shows on the dashboard', () => {
    const urgent = { emails: ['on-call@example.com'] } as const
    expect(receiversOf({ urgent, notice: 'dashboard only' })).toMatchObject({ notice: [] })
    synthesize('prod', { urgent, notice: 'dashboard only' })
  })

  test.each<Severity>(['urgent', 'notice'])(
    'must be added to the committed prod before it can be deployed, and the error says where: %s',
    severity => {
      const { alarms } = findStage('prod')
      const others = severity === 'urgent' ? { notice: 'dashboard only' } : { urgent: 'dashboard only' }
      expect(() => synthesize('prod', { ...Object(alarms), ...others })).toThrow(
        new RegExp(
          `The ${severity} alarms of the stage prod have no receiver\\. Add .* to "alarms" of prod in infra/stages\\.ts`,
        ),
      )
    },
  )

  test('must have a severity: with the earlier form of the setting, the error says what to write', () => {
    const earlier: any = { emails: ['owner@example.com'] }
    expect(() => synthesize('prod', earlier)).toThrow(/urgent: \{ emails: \['name@example\.com'\] \}/)
  })

  test('need a repository, so that their links are links, and the error says where to add it', () => {
    const alarms: Stage['alarms'] = { urgent: { emails: ['owner@example.com'] }, notice: 'dashboard only' }
    expect(() => synthesize('prod', alarms, { repository: null })).toThrow(
      /stage prod have receivers, but no links .* to package\.json, such as "repository": "https:\/\/github\.com/,
    )
  })

  test('are not needed for the committed dev, nor is a repository', () => {
    synthesize('dev', findStage('dev').alarms, { repository: null })
  })
})

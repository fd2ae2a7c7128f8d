import { describe, expect, test } from 'vitest'
import { metricNamespace } from '../../../lib/core/aws-names.ts'
import { workers } from '../../../lib/workers.ts'
import { template } from './template.ts'

const { resources, ofType } = template()
const [dashboard] = ofType('CloudWatch::Dashboard')

/** The text of the dashboard, with the logical ids of resources in place of references to them. */
const text: string = dashboard?.Properties.DashboardBody['Fn::Join'][1]
  .map((part: any) => (typeof part === 'string' ? part : (part.Ref ?? part['Fn::GetAtt'].join('.'))))
  .join('')
const { widgets } = JSON.parse(text)

const widget = (title: string) =>
  widgets.find((candidate: any) => candidate.properties.title.startsWith(title))?.properties
const textOf = (title: string) => JSON.stringify(widget(title))

const idsOf = (type: string) => Object.keys(resources).filter(id => resources[id]?.Type === `AWS::${type}`)
const [accessLog] = idsOf('Logs::LogGroup').filter(id => id.includes('AccessLog'))

describe('the dashboard shows', () => {
  test.each([
    ['Urgent', 'Urgent alarms'],
    ['Notice', 'Notices'],
  ])('the alarms of the severity %s', (severity, title) => {
    const ids = idsOf('CloudWatch::Alarm').filter(id =>
      resources[id]?.Properties.AlarmDescription.startsWith(`${severity}: `),
    )
    expect(ids).not.toEqual([])
    expect(widget(title).alarms).toEqual(ids.map(id => `${id}.Arn`))
  })

  test.each(['Live', 'Test'])('orders and refunds in mode %s, per hour', mode => {
    for (const metric of ['Orders', 'Refunds'])
      expect(textOf('Orders taken')).toContain(
        `["${metricNamespace}","${metric}","mode","${mode}","service","back-office-prod",{"label":"${metric} (${mode})","period":3600`,
      )
  })

  test('refused calls by store', () => {
    const { query, view } = widget('Refused calls')
    expect(view).toBe('table')
    expect(query).toBe(
      `SOURCE '${accessLog}' | filter status >= 400 and status < 500\n| stats count(*) as calls by account, mode, status, method, resource\n| sort calls desc\n| limit 50`,
    )
  })

  test('the 99th percentile of the time of each endpoint', () => {
    expect(widget('Time of each endpoint').query).toContain('pct(milliseconds, 99) as p99 by method, resource')
  })

  test('the lag of counts', () => {
    const lag = textOf('Lag of counts')
    expect(lag).toMatch(/"IteratorAge","FunctionName","MaintenanceRun/)
    expect(lag).toMatch(/"ApproximateNumberOfMessagesVisible","QueueName","StreamDeadLetters/)
  })

  test('which worker failed, and the faults of all Lambdas', () => {
    const errors = textOf('Unexpected errors')
    for (const { name } of workers) expect(errors).toContain(`"label":"${name}"`)
    expect(errors).toContain(`"${metricNamespace}","Faults","service","back-office-prod"`)
  })

  test('the replies of its stage, as API Gateway counts them', () => {
    const [stage] = idsOf('ApiGateway::Stage')
    for (const metric of ['Count', '4XXError', '5XXError'])
      expect(textOf('Replies')).toContain(`"AWS/ApiGateway","${metric}","ApiName","BackOffice-prod","Stage","${stage}"`)
    expect(textOf('Replies')).toContain('"ThrottledRequests"')
  })

  test('the metrics of the checkout queue', () => {
    const both = textOf('Checkout events: sent') + textOf('Checkout events: age')
    for (const metric of ['NumberOfMessagesSent', 'NumberOfMessagesDeleted', 'ApproximateAgeOfOldestMessage'])
      expect(both).toContain(metric)
  })

  test('payments under way and what gateways answered, in both modes', () => {
    for (const metric of ['PendingPaymentAge', 'PendingTestPaymentAge'])
      expect(textOf('Payments: age')).toContain(`"${metric}"`)
    for (const result of ['succeeded', 'refused', 'unreachable', 'unknown'])
      for (const mode of ['Live', 'Test'])
        expect(textOf('Payments: results')).toContain(`"GatewayAnswers","mode","${mode}","result","${result}"`)
  })

  test.each([
    ['Invocations', 'Lambda::Function', 'Cost: Lambda'],
    ['Duration', 'Lambda::Function', 'Cost: Lambda'],
    ['Throttles', 'Lambda::Function', 'Concurrency of Lambdas'],
    ['IncomingBytes', 'Logs::LogGroup', 'Cost: bytes logged'],
  ])('%s of every %s of this stack', (metric, type, title) => {
    const dimension = type === 'Lambda::Function' ? 'FunctionName' : 'LogGroupName'
    const graph = textOf(title)
    for (const id of idsOf(type)) expect(graph).toContain(`"${metric}","${dimension}","${id}"`)
  })

  test('the cost of requests, and of the table with its index', () => {
    expect(textOf('Cost: requests')).toContain('"AWS/ApiGateway","Count"')
    for (const metric of ['ConsumedReadCapacityUnits', 'ConsumedWriteCapacityUnits']) {
      expect(textOf('Cost: capacity')).toContain(`"${metric}","TableName"`)
      expect(textOf('Cost: capacity')).toContain(`"${metric}","GlobalSecondaryIndexName"`)
    }
  })
})

test('each graph has at most 500 metrics, as CloudWatch allows', () => {
  for (const { properties } of widgets) expect(properties.metrics?.length ?? 0).toBeLessThanOrEqual(500)
})

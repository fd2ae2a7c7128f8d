import { describe, expect, test } from 'vitest'
import { constructId } from '../../../infra/aws/lambda-function.ts'
import { routes } from '../../../lib/api.ts'
import { workers } from '../../../lib/workers.ts'
import { statementsOf, template } from './template.ts'

const stack = template()
const { resources, ofType, outputs } = stack
const [bus] = ofType('Events::EventBus')
const rule = ofType('Events::Rule').find(({ Properties }) => Properties.EventPattern)
const [target] = rule?.Properties.Targets ?? []

const resolve = (reference: any) => resources[reference?.['Fn::GetAtt']?.[0] ?? reference?.Ref]
const queue = resolve(target?.Arn)
const deadLetters = resolve(queue?.Properties.RedrivePolicy.deadLetterTargetArn)
const source = ofType('Lambda::EventSourceMapping').find(
  ({ Properties }) => resolve(Properties.EventSourceArn) === queue,
)
const lambda = resolve(source?.Properties.FunctionName)

describe('the checkout bus', () => {
  test('puts all events of the checkout into the queue, and no others', () => {
    expect(resolve(rule?.Properties.EventBusName)).toBe(bus)
    expect(rule?.Properties).toMatchObject({ EventPattern: { source: ['store.checkout'] }, State: 'ENABLED' })
    expect(queue?.Type).toBe('AWS::SQS::Queue')
  })

  test('archives the events of the checkout for a replay, and the rule also takes replayed ones', () => {
    const [archive] = ofType('Events::Archive')
    expect(resolve(archive?.Properties.SourceArn)).toBe(bus)
    expect(archive?.Properties).toMatchObject({ EventPattern: { source: ['store.checkout'] }, RetentionDays: 30 })
    expect(resolve(outputs.CheckoutArchiveArn.Value)).toBe(archive)
    expect(rule?.Properties.EventPattern).toEqual({ source: ['store.checkout'] })
  })

  test('has a policy that allows sending events, with the source of the checkout only', () => {
    const { CheckoutBusArn, CheckoutSenderArn } = outputs
    expect(resolve(CheckoutBusArn.Value)).toBe(bus)
    expect(resources[CheckoutSenderArn.Value.Ref]?.Properties.PolicyDocument.Statement).toEqual([
      {
        Effect: 'Allow',
        Action: 'events:PutEvents',
        Resource: CheckoutBusArn.Value,
        Condition: { StringEquals: { 'events:source': 'store.checkout' } },
      },
    ])
  })
})

test.each(['EventsSend', 'EventsReceive'])('%s may put events of the checkout on the bus, and nothing else', role => {
  const puts = statementsOf('', stack).filter(({ Action }) => Action === 'events:PutEvents')
  const own = statementsOf(role, stack).filter(({ Action }) => Action === 'events:PutEvents')
  expect(puts).toHaveLength(2)
  expect(own).toEqual([
    {
      Effect: 'Allow',
      Action: 'events:PutEvents',
      Resource: outputs.CheckoutBusArn.Value,
      Condition: { StringEquals: { 'events:source': 'store.checkout' } },
    },
  ])
  const { purpose } = routes.find(({ name }) => constructId(name) === role)!
  const lambdas = ofType('Lambda::Function').filter(({ Properties }) => Properties.Environment.Variables.CHECKOUT_BUS)
  expect(lambdas).toHaveLength(2)
  expect(lambdas.map(({ Properties }) => Properties.Description)).toContain(purpose)
})

describe('the queue of checkout events', () => {
  test('and its dead-letter queue are encrypted and require TLS', () => {
    for (const each of [queue, deadLetters]) {
      expect(each?.Properties.SqsManagedSseEnabled).toBe(true)
      const policies = ofType('SQS::QueuePolicy').filter(
        ({ Properties }) => resources[Properties.Queues[0].Ref] === each,
      )
      expect(JSON.stringify(policies)).toContain('"aws:SecureTransport":"false"')
    }
  })

  test('has a visibility timeout of six times the timeout of the Lambda', () => {
    expect(queue?.Properties.VisibilityTimeout).toBeGreaterThanOrEqual(6 * lambda?.Properties.Timeout)
  })

  test('moves an event to the dead-letter queue after five attempts and keeps it there for 14 days', () => {
    expect(queue?.Properties.RedrivePolicy.maxReceiveCount).toBe(5)
    expect(deadLetters?.Properties.MessageRetentionPeriod).toBe(14 * 24 * 3600)
  })

  test('lets the worker delay messages, and write dead letters, but send no other messages', () => {
    const { CHECKOUT_QUEUE_URL, CHECKOUT_DEAD_LETTERS_URL } = lambda!.Properties.Environment.Variables
    expect(resolve(CHECKOUT_QUEUE_URL)).toBe(queue)
    expect(resolve(CHECKOUT_DEAD_LETTERS_URL)).toBe(deadLetters)
    const sends = statementsOf('CheckoutIntake', stack).filter(({ Action }) => Action === 'sqs:SendMessage')
    expect(sends.map(({ Resource }) => resolve(Resource))).toEqual([deadLetters])
  })

  test('and its dead-letter queue are outputs of the stack', () => {
    expect(resolve(outputs.CheckoutQueueUrl.Value)).toBe(queue)
    expect(resolve(outputs.CheckoutDeadLettersUrl.Value)).toBe(deadLetters)
  })

  test('shares its dead-letter queue with events that the bus could not deliver', () => {
    expect(resolve(target?.DeadLetterConfig.Arn)).toBe(deadLetters)
  })
})

describe('the worker for checkout events', () => {
  test('gets small batches, retries only what failed, and has limited concurrency', () => {
    expect(source?.Properties).toMatchObject({
      BatchSize: 10,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      ScalingConfig: { MaximumConcurrency: 200 },
    })
    const { purpose } = workers.find(({ name }) => name === 'checkout.intake')!
    expect(lambda?.Properties.Description).toBe(purpose)
  })

  test('may read its queue, write to its dead letters and to the table, and nothing else', () => {
    const actions = statementsOf('CheckoutIntake', stack)
      .flatMap(({ Action }) => Action)
      .filter((action: string) => !/^logs:/.test(action))
    expect([...new Set(actions)].sort()).toEqual([
      ...[
        'BatchGetItem',
        'BatchWriteItem',
        'ConditionCheckItem',
        'DeleteItem',
        'GetItem',
        'PutItem',
        'Query',
        'UpdateItem',
      ].map(action => `dynamodb:${action}`),
      ...[
        'ChangeMessageVisibility',
        'DeleteMessage',
        'GetQueueAttributes',
        'GetQueueUrl',
        'ReceiveMessage',
        'SendMessage',
      ].map(action => `sqs:${action}`),
    ])
  })
})

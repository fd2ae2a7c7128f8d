import { describe, expect, test } from 'vitest'
import { workers } from '../../../lib/workers.ts'
import { rightsOf, template } from './template.ts'

const stack = template()
const { resources, ofType, whole } = stack
const [bus] = ofType('Events::EventBus')
const [rule] = ofType('Events::Rule')
const [target] = rule?.Properties.Targets ?? []

const at = (reference: any) => resources[reference?.['Fn::GetAtt']?.[0] ?? reference?.Ref]
const queue = at(target?.Arn)
const deadLetters = at(queue?.Properties.RedrivePolicy.deadLetterTargetArn)
const source = ofType('Lambda::EventSourceMapping').find(
  ({ Properties }) => at(Properties.EventSourceArn) === queue,
)
const lambda = at(source?.Properties.FunctionName)

describe('the checkout bus', () => {
  test('queues all that the checkout topic, and nothing else', () => {
    expect(at(rule?.Properties.EventBusName)).toBe(bus)
    expect(rule?.Properties).toMatchObject({
      EventPattern: { source: ['store.checkout'] },
      State: 'ENABLED',
    })
    expect(queue?.Type).toBe('AWS::SQS::Queue')
  })

  test('is put to by whom the policy is attached to, as the checkout only', () => {
    const { CheckoutBusArn, CheckoutSenderArn } = whole.toJSON().Outputs
    expect(at(CheckoutBusArn.Value)).toBe(bus)
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

describe('the queue of checkout events', () => {
  test('is encrypted, as its dead letters are, and both are asked over TLS only', () => {
    for (const one of [queue, deadLetters]) {
      expect(one?.Properties.SqsManagedSseEnabled).toBe(true)
      const policies = ofType('SQS::QueuePolicy').filter(
        ({ Properties }) => resources[Properties.Queues[0].Ref] === one,
      )
      expect(JSON.stringify(policies)).toContain('"aws:SecureTransport":"false"')
    }
  })

  test('hides an event six times as long as the Lambda may take', () => {
    expect(queue?.Properties.VisibilityTimeout).toBeGreaterThanOrEqual(6 * lambda?.Properties.Timeout)
  })

  test('gives an event up after five times, and keeps it for two weeks', () => {
    expect(queue?.Properties.RedrivePolicy.maxReceiveCount).toBe(5)
    expect(deadLetters?.Properties.MessageRetentionPeriod).toBe(14 * 24 * 3600)
  })

  test('loses nothing that the bus could not put into it', () => {
    expect(at(target?.DeadLetterConfig.Arn)).toBe(deadLetters)
  })
})

describe('the intake of checkout events', () => {
  test('is told of few at once, repeats only what failed, and leaves Lambdas for callers', () => {
    expect(source?.Properties).toMatchObject({
      BatchSize: 10,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      ScalingConfig: { MaximumConcurrency: 20 },
    })
    const { purpose } = workers.find(({ name }) => name === 'checkout.intake')!
    expect(lambda?.Properties.Description).toBe(purpose)
  })

  test('may empty its queue and write to the table, and nothing else', () => {
    const actions = rightsOf('CheckoutIntake', stack)
      .flatMap(({ Action }) => Action)
      .filter((action: string) => !/^(logs|xray):/.test(action))
    expect(actions.sort()).toEqual([
      ...[
        'BatchGetItem',
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
      ].map(action => `sqs:${action}`),
    ])
  })
})

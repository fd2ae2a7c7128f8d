import { expect, test } from 'vitest'
import { workers } from '../../../lib/workers.ts'
import { template } from './template.ts'

const { resources, ofType } = template()
const [rule] = ofType('Events::Rule').filter(({ Properties }) => Properties.ScheduleExpression)
const [target] = rule?.Properties.Targets ?? []
const lambdaId = target?.Arn['Fn::GetAtt'][0]
const lambda = resources[lambdaId]?.Properties

test('a scheduled worker runs once a minute, for a minute at most', () => {
  expect(rule?.Properties).toMatchObject({ ScheduleExpression: 'rate(1 minute)', State: 'ENABLED' })
  expect(lambda.Timeout).toBe(60)
  const { purpose } = workers.find(({ source }) => source === 'schedule')!
  expect(lambda.Description).toBe(purpose)
})

test('a run that fails is not repeated, neither by EventBridge nor by Lambda', () => {
  expect(target?.RetryPolicy).toEqual({ MaximumRetryAttempts: 0, MaximumEventAgeInSeconds: 60 })
  const [asynchronous] = ofType('Lambda::EventInvokeConfig')
  expect(asynchronous?.Properties).toMatchObject({
    FunctionName: { Ref: lambdaId },
    MaximumRetryAttempts: 0,
    MaximumEventAgeInSeconds: 60,
  })
})

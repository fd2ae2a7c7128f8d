import { Validations } from 'aws-cdk-lib'
import { Queue } from 'aws-cdk-lib/aws-sqs'
import { AwsSolutionsChecks } from 'cdk-nag'
import { describe, expect, test } from 'vitest'
import { allRoutes } from './all-routes.ts'
import { stackFor, template } from './template.ts'

const { whole, resources } = template()

describe('a stack', () => {
  test('has room for 60 endpoints below the limit of 500 resources', () => {
    expect(allRoutes).toHaveLength(60)
    expect(Object.keys(template({ routes: allRoutes }).resources).length).toBeLessThan(450)
  })

  test('leaves names to CloudFormation, so that it can replace what it must and stand twice in one account', () => {
    const given = Object.entries(resources).flatMap(([id, { Type, Properties = {} }]) =>
      Object.keys(Properties)
        .filter(key => key === `${Type.split('::')[2]}Name`)
        .map(key => `${id}.${key}`),
    )
    /** Parts of something else, which has a name of its own: an inline policy of its role, a stage of its API. */
    const needed = /Policy\w+\.PolicyName$|\.StageName$/
    expect(given.filter(name => !needed.test(name))).toEqual([])
  })

  test('topic where the API and the bus are, who may put events, and what the table is called', () => {
    expect(Object.keys(whole.toJSON().Outputs)).toEqual([
      'ApiUrl',
      'TableName',
      'CheckoutBusArn',
      'CheckoutSenderArn',
    ])
  })

  test('of production refuses to be deleted', () => {
    expect(stackFor({ stage: 'prod' }).stack.terminationProtection).toBe(true)
    expect(stackFor({ stage: 'dev' }).stack.terminationProtection).toBe(false)
  })
})

describe("AWS's own rules", () => {
  test('are kept, with every endpoint to come', () => {
    const { app } = stackFor({ routes: allRoutes })
    expect(new AwsSolutionsChecks().validateScope(app).violations).toEqual([])
  })

  test('stop the synthesis when one is broken', () => {
    const { app, stack } = stackFor()
    new Queue(stack, 'Careless')
    Validations.of(app).addPlugins(new AwsSolutionsChecks(app))
    expect(() => app.synth()).toThrow(/AwsSolutions-SQS4/)
  })
})

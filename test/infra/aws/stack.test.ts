import { Validations } from 'aws-cdk-lib'
import { Queue } from 'aws-cdk-lib/aws-sqs'
import { AwsSolutionsChecks } from 'cdk-nag'
import { describe, expect, test } from 'vitest'
import { queueOutputs } from '../../../infra/constants.ts'
import { routes } from '../../../lib/api.ts'
import { stackFor, template } from './template.ts'

const { outputs, resources } = template()

describe('a stack', () => {
  test('has one resource for each endpoint and at most 115 others, of the 500 that are allowed', () => {
    /** This stack has no receivers of alarms, because each of them would add one resource. */
    const { resources } = template({ settings: { alarms: 'dashboard only' } })
    expect(Object.keys(resources).length).toBeLessThanOrEqual(routes.length + 115)
  })

  test('keeps the ids of the resources that have data or an address, as CloudFormation replaces a resource with another id', () => {
    const kept = {
      Table710B521B: 'DynamoDB::Table',
      ApiGatewayApiBD034F35: 'ApiGateway::RestApi',
      ApiGatewayApiDeploymentStageprod2BA5BFB5: 'ApiGateway::Stage',
      CheckoutBus9AFC610A: 'Events::EventBus',
      CheckoutBusArchive94CA5885: 'Events::Archive',
      StreamDeadLettersQueue625263BB: 'SQS::Queue',
      CheckoutIntakeEventsQueue1F0F3D57: 'SQS::Queue',
      CheckoutIntakeEventsDeadLetters501D6AAD: 'SQS::Queue',
      MailSendMailsQueueE622B36D: 'SQS::Queue',
      MailSendMailsDeadLetters08FD2ECA: 'SQS::Queue',
      BackupVaultADF21B19: 'Backup::BackupVault',
      AlarmsTopic3A2DFEBA: 'SNS::Topic',
      ApiGatewayAccessLog25E5A36E: 'Logs::LogGroup',
      AuditRecordLambdaLogBB09A997: 'Logs::LogGroup',
    }
    for (const [id, type] of Object.entries(kept)) expect(resources[id]?.Type, id).toBe(`AWS::${type}`)
  })

  test('has no physical names, so that resources can be replaced and one account can hold two stacks', () => {
    const physicalNames = Object.entries(resources).flatMap(([id, { Type, Properties = {} }]) =>
      Object.keys(Properties)
        .filter(key => key === `${Type.split('::')[2]}Name`)
        .map(key => `${id}.${key}`),
    )
    /**
     * These names are inside another resource (an inline policy in its role, a stage in its API), or contain the name
     * or the id of the stack.
     */
    const allowed = /Policy\w+\.PolicyName$|\.StageName$|\.BackupVaultName$|\.DashboardName$/
    expect(physicalNames.filter(name => !allowed.test(name))).toEqual([])
  })

  test('has an output for everything that commands and senders need', () => {
    expect(Object.keys(outputs)).toEqual([
      'SecretsKeyArn',
      'CommandProjectName',
      'AlarmTopicArn',
      'NoticeTopicArn',
      'RollbackAlarmArns',
      'ApiUrl',
      'TableName',
      'CheckoutBusArn',
      'CheckoutArchiveArn',
      'CheckoutSenderArn',
      'BackupVaultName',
      'RestoreRoleArn',
      ...Object.values(queueOutputs),
    ])
    for (const { Value } of [outputs.AlarmTopicArn, outputs.NoticeTopicArn])
      expect(resources[Value.Ref]?.Type).toBe('AWS::SNS::Topic')
  })

  test('of production has termination protection', () => {
    expect(stackFor({ stage: 'prod' }).stack.terminationProtection).toBe(true)
    expect(stackFor({ stage: 'dev' }).stack.terminationProtection).toBe(false)
  })
})

describe('cdk-nag', () => {
  test.each([{}, { tracing: true as const }])('finds no violations with the settings %j', settings => {
    const { app } = stackFor({ settings })
    expect(new AwsSolutionsChecks().validateScope(app).violations).toEqual([])
  })

  test('stops the synthesis when a rule is broken', () => {
    const { app, stack } = stackFor()
    new Queue(stack, 'QueueWithoutTls')
    Validations.of(app).addPlugins(new AwsSolutionsChecks(app))
    expect(() => app.synth()).toThrow(/AwsSolutions-SQS4/)
  })
})

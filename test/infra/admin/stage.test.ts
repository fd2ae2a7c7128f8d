import {
  CloudFormationClient,
  CloudFormationServiceException,
  DescribeStacksCommand,
} from '@aws-sdk/client-cloudformation'
import { mockClient } from 'aws-sdk-client-mock'
import { beforeEach, expect, test } from 'vitest'
import { busOfStage, tableOfStage } from '../../../infra/admin/stage.ts'

const aws = mockClient(CloudFormationClient)
beforeEach(() => {
  aws.reset()
})

const described = (Outputs?: { OutputKey: string; OutputValue: string }[]) =>
  aws.on(DescribeStacksCommand).resolves({
    Stacks: [
      { StackName: 'BackOffice-prod', CreationTime: new Date(), StackStatus: 'CREATE_COMPLETE', Outputs },
    ],
  })

test("takes the table from the output of the stage's stack", async () => {
  described([
    { OutputKey: 'ApiUrl', OutputValue: 'https://api.example' },
    { OutputKey: 'TableName', OutputValue: 'BackOffice-prod-Table-1' },
  ])
  expect(await tableOfStage('prod')).toBe('BackOffice-prod-Table-1')
  expect(aws.commandCalls(DescribeStacksCommand)[0]?.args[0].input).toEqual({ StackName: 'BackOffice-prod' })
})

test.each([[[]], [undefined], [[{ OutputKey: 'ApiUrl', OutputValue: 'x' }]]])(
  'fails for a stack whose outputs %j lack the table',
  async outputs => {
    described(outputs)
    await expect(tableOfStage('prod')).rejects.toThrow(
      'The stack BackOffice-prod has no table: deploy it with "npm run deploy -- -c stage=prod".',
    )
  },
)

test('takes the checkout bus from another output, and fails when a stack has none yet', async () => {
  described([{ OutputKey: 'CheckoutBusArn', OutputValue: 'arn:aws:events:eu-west-1:1:event-bus/b' }])
  expect(await busOfStage('prod')).toBe('arn:aws:events:eu-west-1:1:event-bus/b')
  described([{ OutputKey: 'TableName', OutputValue: 'x' }])
  await expect(busOfStage('prod')).rejects.toThrow('The stack BackOffice-prod has no checkout bus: deploy it')
})

const refusal = (name: string, message: string) =>
  new CloudFormationServiceException({ name, message, $fault: 'client', $metadata: {} })
const named = (name: string, message: string) => Object.assign(new Error(message), { name })

test.each([
  [
    refusal('ValidationError', 'Stack with id BackOffice-prod does not exist'),
    /^This AWS account has no stack BackOffice-prod in this region: deploy it/,
  ],
  [
    named('CredentialsProviderError', 'Could not load credentials from any providers'),
    /^There are no AWS credentials: /,
  ],
  [new Error('Region is missing'), /^There is no AWS region: /],
  [
    refusal('ExpiredToken', 'The security token included in the request is expired'),
    /BackOffice-prod: The security token included in the request is expired$/,
  ],
])('explains in one sentence why it cannot find the stack: %s', async (fault, sentence) => {
  aws.on(DescribeStacksCommand).rejects(fault)
  await expect(tableOfStage('prod')).rejects.toThrow(sentence)
})

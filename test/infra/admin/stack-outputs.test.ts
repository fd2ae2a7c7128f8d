import {
  CloudFormationClient,
  CloudFormationServiceException,
  DescribeStacksCommand,
} from '@aws-sdk/client-cloudformation'
import { beforeEach, expect, test } from 'vitest'
import { readStackOutput } from '../../../infra/admin/stack-outputs.ts'
import { stackOutputs } from '../../../infra/constants.ts'
import { mockAws } from '../../support/mock-aws.ts'

const aws = mockAws(CloudFormationClient)
beforeEach(() => {
  aws.reset()
})

const setOutputs = (Outputs?: { OutputKey: string; OutputValue: string }[]) =>
  aws
    .on(DescribeStacksCommand)
    .resolves({
      Stacks: [{ StackName: 'BackOffice-prod', CreationTime: new Date(), StackStatus: 'CREATE_COMPLETE', Outputs }],
    })

test("reads the table from an output of the stage's stack", async () => {
  setOutputs([
    { OutputKey: 'ApiUrl', OutputValue: 'https://api.example' },
    { OutputKey: 'TableName', OutputValue: 'BackOffice-prod-Table-1' },
  ])
  expect(await readStackOutput('prod', stackOutputs.table)).toBe('BackOffice-prod-Table-1')
  expect(aws.commandCalls(DescribeStacksCommand)[0]?.args[0].input).toEqual({ StackName: 'BackOffice-prod' })
})

test.each([[[]], [undefined], [[{ OutputKey: 'ApiUrl', OutputValue: 'x' }]]])(
  'fails for a stack whose outputs %j lack the table',
  async outputs => {
    setOutputs(outputs)
    await expect(readStackOutput('prod', stackOutputs.table)).rejects.toThrow(
      'The stack BackOffice-prod has no table: deploy it with "npm run deploy -- -c stage=prod".',
    )
  },
)

test('reads the checkout bus from another output, and fails if the stack has none', async () => {
  setOutputs([{ OutputKey: 'CheckoutBusArn', OutputValue: 'arn:aws:events:eu-west-1:1:event-bus/b' }])
  expect(await readStackOutput('prod', stackOutputs.bus)).toBe('arn:aws:events:eu-west-1:1:event-bus/b')
  setOutputs([{ OutputKey: 'TableName', OutputValue: 'x' }])
  await expect(readStackOutput('prod', stackOutputs.bus)).rejects.toThrow(
    'The stack BackOffice-prod has no checkout bus: deploy it',
  )
})

const serviceError = (name: string, message: string) =>
  new CloudFormationServiceException({ name, message, $fault: 'client', $metadata: {} })
const namedError = (name: string, message: string) => Object.assign(new Error(message), { name })

test.each([
  [
    serviceError('ValidationError', 'Stack with id BackOffice-prod does not exist'),
    /^This AWS account has no stack BackOffice-prod in this region: deploy it/,
  ],
  [
    namedError('CredentialsProviderError', 'Could not load credentials from any providers'),
    /^There are no AWS credentials: /,
  ],
  [new Error('Region is missing'), /^There is no AWS region: /],
  [
    serviceError('ExpiredToken', 'The security token included in the request is expired'),
    /^The AWS credentials have expired: log in again\.$/,
  ],
  [serviceError('AccessDenied', 'You may not describe stacks'), /BackOffice-prod: You may not describe stacks$/],
])('reports in one sentence why it cannot find the stack: %s', async (fault, message) => {
  aws.on(DescribeStacksCommand).rejects(fault)
  await expect(readStackOutput('prod', stackOutputs.table)).rejects.toThrow(message)
})

/** Finds a stage's table in AWS: its stack names it. */

import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation'
import { stackOf, tableOutput } from '../agreements.ts'

export async function tableOfStage(stage: string, client = new CloudFormationClient({})): Promise<string> {
  const StackName = stackOf(stage)
  const asked = client.send(new DescribeStacksCommand({ StackName }))
  const { Stacks = [] } = await asked.catch(fault => {
    throw new Error(refusal(fault, stage), { cause: fault })
  })
  const named = Stacks[0]?.Outputs?.find(({ OutputKey }) => OutputKey === tableOutput)
  if (!named?.OutputValue) throw new Error(`The stack ${StackName} names no table: ${deploying(stage)}.`)
  return named.OutputValue
}

const deploying = (stage: string) => `deploy it with "npm run deploy -- -c stage=${stage}"`

function refusal(fault: unknown, stage: string): string {
  const { name, message } = fault instanceof Error ? fault : new Error(String(fault))
  if (name === 'ValidationError' && message.includes('does not exist'))
    return `This AWS account has no stack ${stackOf(stage)} in this region: ${deploying(stage)}, or set AWS_PROFILE and AWS_REGION to where it is.`
  if (name === 'CredentialsProviderError')
    return 'There are no AWS credentials here: log in, or set AWS_PROFILE.'
  if (message.includes('Region is missing')) return 'No AWS region is chosen: set AWS_REGION.'
  return `AWS does not tell of the stack ${stackOf(stage)}: ${message}`
}

/** Finds a stage's table and its checkout bus in AWS: its stack names them. */

import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation'
import { busOutput, stackOf, tableOutput } from '../constants.ts'

/** A stack deployed before it had something does not name it. */
async function outputOf(stage: string, output: string, what: string, client: CloudFormationClient) {
  const StackName = stackOf(stage)
  const asked = client.send(new DescribeStacksCommand({ StackName }))
  const { Stacks = [] } = await asked.catch(fault => {
    throw new Error(refusal(fault, stage), { cause: fault })
  })
  const named = Stacks[0]?.Outputs?.find(({ OutputKey }) => OutputKey === output)
  if (!named?.OutputValue) throw new Error(`The stack ${StackName} names no ${what}: ${deploying(stage)}.`)
  return named.OutputValue
}

export const tableOfStage = (stage: string, client = new CloudFormationClient({})): Promise<string> =>
  outputOf(stage, tableOutput, 'table', client)

export const busOfStage = (stage: string, client = new CloudFormationClient({})): Promise<string> =>
  outputOf(stage, busOutput, 'checkout bus', client)

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

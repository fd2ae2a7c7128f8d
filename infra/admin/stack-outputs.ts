/** Finds the resources of a stage in AWS by the outputs of its stack. */

import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation'
import { queueOutputs, stackOf, stackOutputs } from '../constants.ts'
import { describeAwsSetupFault } from '../error-text.ts'

/** Error messages name these resources in plain words, and any other resource by its stack output. */
const resources: Readonly<Record<string, string>> = {
  [stackOutputs.table]: 'table',
  [stackOutputs.bus]: 'checkout bus',
  [stackOutputs.restoreRole]: 'role for restoring backups',
  [stackOutputs.archive]: 'archive of checkout events',
  [queueOutputs.checkoutMapping]: 'mapping of the checkout queue',
}

/** Throws if the stack cannot be read, or if it was deployed before the output was added to the code. */
export async function readStackOutput(stage: string, key: string): Promise<string> {
  const value = await findStackOutput(stage, key)
  if (value) return value
  throw new Error(`The stack ${stackOf(stage)} has no ${resources[key] ?? key}: ${deployHint(stage)}.`)
}

/** Returns undefined if the stack was deployed before the output was added to the code. */
export async function findStackOutput(stage: string, key: string): Promise<string | undefined> {
  const StackName = stackOf(stage)
  const response = new CloudFormationClient({}).send(new DescribeStacksCommand({ StackName }))
  const { Stacks = [] } = await response.catch(error => {
    throw new Error(reasonFor(error, stage), { cause: error })
  })
  return Stacks[0]?.Outputs?.find(({ OutputKey }) => OutputKey === key)?.OutputValue
}

const deployHint = (stage: string) => `deploy it with "npm run deploy -- -c stage=${stage}"`

function reasonFor(error: unknown, stage: string): string {
  const { name, message } = error instanceof Error ? error : new Error(String(error))
  if (name === 'ValidationError' && message.includes('does not exist'))
    return `This AWS account has no stack ${stackOf(stage)} in this region: ${deployHint(stage)}, or set AWS_PROFILE and AWS_REGION to where it is.`
  return describeAwsSetupFault(error) ?? `AWS does not describe the stack ${stackOf(stage)}: ${message}`
}

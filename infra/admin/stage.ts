/** Finds the resources of a stage in AWS by the outputs of its stack. */

import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation'
import { archiveOutput, busOutput, queueOutputs, restoreRoleOutput, stackOf, tableOutput } from '../constants.ts'
import { accessFault } from '../error-text.ts'

interface Output {
  key: string
  what: string
}

const table: Output = { key: tableOutput, what: 'table' }
const bus: Output = { key: busOutput, what: 'checkout bus' }
const restoreRole: Output = { key: restoreRoleOutput, what: 'role for restoring backups' }
const archive: Output = { key: archiveOutput, what: 'archive of checkout events' }

/** An output is missing if the stack was deployed before the output was added to the code. */
async function outputOf(stage: string, { key, what }: Output, client: CloudFormationClient) {
  const StackName = stackOf(stage)
  const response = client.send(new DescribeStacksCommand({ StackName }))
  const { Stacks = [] } = await response.catch(error => {
    throw new Error(reasonFor(error, stage), { cause: error })
  })
  const output = Stacks[0]?.Outputs?.find(({ OutputKey }) => OutputKey === key)
  if (!output?.OutputValue) throw new Error(`The stack ${StackName} has no ${what}: ${deployHint(stage)}.`)
  return output.OutputValue
}

export const tableOfStage = (stage: string, client = new CloudFormationClient({})): Promise<string> =>
  outputOf(stage, table, client)

export const busOfStage = (stage: string, client = new CloudFormationClient({})): Promise<string> =>
  outputOf(stage, bus, client)

/** AWS Backup restores with this role. */
export const restoreRoleOfStage = (stage: string, client = new CloudFormationClient({})): Promise<string> =>
  outputOf(stage, restoreRole, client)

export const archiveOfStage = (stage: string, client = new CloudFormationClient({})): Promise<string> =>
  outputOf(stage, archive, client)

export const queueOfStage = (
  stage: string,
  name: keyof typeof queueOutputs,
  client = new CloudFormationClient({}),
): Promise<string> => outputOf(stage, { key: queueOutputs[name], what: queueOutputs[name] }, client)

const deployHint = (stage: string) => `deploy it with "npm run deploy -- -c stage=${stage}"`

function reasonFor(error: unknown, stage: string): string {
  const { name, message } = error instanceof Error ? error : new Error(String(error))
  if (name === 'ValidationError' && message.includes('does not exist'))
    return `This AWS account has no stack ${stackOf(stage)} in this region: ${deployHint(stage)}, or set AWS_PROFILE and AWS_REGION to where it is.`
  return accessFault(error) ?? `AWS does not describe the stack ${stackOf(stage)}: ${message}`
}

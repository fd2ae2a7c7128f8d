/** Finds out which resources the deployed stack of a stage uses. */

import {
  CloudFormationClient,
  paginateListStackResources,
  type StackResourceSummary,
} from '@aws-sdk/client-cloudformation'
import { stackOf } from './constants.ts'
import type { Stage } from './stages.ts'

/** If the stack no longer uses a resource, CloudFormation lists the resource as deleted, even if it was retained. */
const isInUse = ({ ResourceStatus }: StackResourceSummary) => !ResourceStatus?.startsWith('DELETE')

/** Returns whether the stack uses a resource for which `isWanted` returns true. Returns false if there is no stack. */
export async function hasStackResource(
  { name }: Stage,
  isWanted: (resource: StackResourceSummary) => boolean,
): Promise<boolean> {
  const client = new CloudFormationClient({})
  try {
    const pages = paginateListStackResources({ client }, { StackName: stackOf(name) })
    for await (const { StackResourceSummaries = [] } of pages)
      if (StackResourceSummaries.some(resource => isInUse(resource) && isWanted(resource))) return true
    return false
  } catch (error) {
    if (error instanceof Error && error.message.includes('does not exist')) return false
    throw error
  }
}

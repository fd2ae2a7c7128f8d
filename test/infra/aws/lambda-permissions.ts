/** The Lambdas of the stack, and what the policies of their roles allow them to do with the table. */

import { routes } from '../../../lib/api.ts'
import { workers } from '../../../lib/workers.ts'
import { type AccessRequest, allows, tableStatements } from './iam.ts'
import type { TableRequest } from './table-requests.ts'
import { template } from './template.ts'

const stack = template()
const tableArn = `${Object.keys(stack.resources).find(id => stack.resources[id]?.Type === 'AWS::DynamoDB::Table')}.Arn`

export const accessOf = ({ operation, index, partitions, attributes }: TableRequest): AccessRequest => ({
  action: `dynamodb:${operation}`,
  resource: index ? `${tableArn}/index/${index}` : tableArn,
  context: { 'dynamodb:LeadingKeys': partitions, 'dynamodb:Attributes': attributes },
})

const purposes = new Map([
  ...[...routes, ...workers].map(({ name, purpose }) => [name, purpose] as const),
  ['authorizer', 'Finds the account, the mode and the scope of a secret key, or rejects it.'] as const,
])
export const names = [...purposes.keys()]
export const statementsOf = (name: string) => tableStatements(stack, purposes.get(name) ?? '')
export const isAllowed = (name: string, request: AccessRequest) =>
  statementsOf(name).statements.some(statement => allows(statement, request))

/** Checks which requests to the table and to KMS are allowed to each Lambda by its role. */

import { routes } from '../../../lib/api.ts'
import type { SecretKind } from '../../../lib/core/aws-names.ts'
import { workers } from '../../../lib/workers.ts'
import { type AccessRequest, allows, tableStatements } from './iam.ts'
import type { TableRequest } from './table-requests.ts'
import { statementsOf as roleStatements, template } from './template.ts'

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

/** Returns the names of the Lambdas that need secrets of a kind. */
export const usersOfSecrets = (kind: SecretKind): string[] =>
  [
    ...routes.filter(({ usesGateway, secrets }) => (kind === 'gateways' ? usesGateway : secrets === kind)),
    ...workers.filter(({ usesGateway }) => kind === 'gateways' && usesGateway),
  ].map(({ name }) => name)

export const statementsOf = (name: string) => tableStatements(stack, purposes.get(name) ?? '')
const secretsKeyArn = `${Object.keys(stack.resources).find(id => id.startsWith('SecretsKey'))}.Arn`

/** Returns whether the role of a Lambda allows decrypting a ciphertext with this context. */
export function mayDecrypt(name: string, context: Record<string, string>): boolean {
  const keys = Object.entries(context).map(([key, value]) => [`kms:EncryptionContext:${key}`, [value]])
  const request = { action: 'kms:Decrypt', resource: secretsKeyArn, context: Object.fromEntries(keys) }
  return roleStatements(statementsOf(name).roleId, stack)
    .filter(({ Action }) => Action === request.action)
    .some(statement => allows(statement, request))
}

export const isAllowed = (name: string, request: AccessRequest) =>
  statementsOf(name).statements.some(statement => allows(statement, request))

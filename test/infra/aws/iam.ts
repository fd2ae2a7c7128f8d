/** Evaluates the policies of the template as IAM does, but only the kinds of statements that the template contains. */

import { expect } from 'vitest'
import type { template } from './template.ts'

/** One operation on the table, its index or the key of secrets. */
export interface AccessRequest {
  /** The action, such as `dynamodb:GetItem`. */
  action: string
  /** The ARN, as `arnText` writes it. */
  resource: string
  /** Condition keys with their values. */
  context: Record<string, string[]>
}

interface Statement {
  Effect: string
  Action: string | string[]
  Resource: unknown
  Condition?: Record<string, Record<string, string | string[]>>
}

type Stack = ReturnType<typeof template>

/** Returns an ARN in the template as text, with the logical ids of resources in place of references to them. */
function arnText(value: any): string {
  if (typeof value === 'string') return value
  if (value.Ref) return value.Ref
  if (value['Fn::GetAtt']) return value['Fn::GetAtt'].join('.')
  return value['Fn::Join'][1].map(arnText).join(value['Fn::Join'][0])
}

/** Finds a Lambda by its description, and returns the statements about the table in the role of this Lambda. */
export function tableStatements({ ofType, resources }: Stack, purpose: string) {
  const lambda = ofType('Lambda::Function').find(({ Properties }) => Properties.Description === purpose)
  const roleId = lambda?.Properties.Role['Fn::GetAtt'][0]
  const all: Statement[] = resources[roleId]?.Properties.Policies[0].PolicyDocument.Statement
  return {
    roleId,
    statements: all.filter(({ Action }) => /dynamodb:(?!.*Stream|GetRecords|GetShard)/.test(`${Action}`)),
  }
}

const listOf = <T>(value: T | T[]): T[] => [value].flat() as T[]

/** Returns whether the value matches the pattern, in which `*` stands for any text. */
function isLike(pattern: string, value: string): boolean {
  const escaped = pattern.replaceAll(/[^*\w]/g, '\\$&').replaceAll('*', '.*')
  return new RegExp(`^${escaped}$`, 's').test(value)
}

const operators: Record<string, (wanted: string[], values: string[]) => boolean> = {
  'ForAllValues:StringLike': (wanted, values) => values.every(value => wanted.some(pattern => isLike(pattern, value))),
  'ForAllValues:StringEquals': (wanted, values) => values.every(value => wanted.includes(value)),
  StringEquals: (wanted, values) => values.length > 0 && values.every(value => wanted.includes(value)),
  Null: ([wanted], values) => (values.length === 0) === (wanted === 'true'),
}

export function allows({ Effect, Action, Resource, Condition = {} }: Statement, request: AccessRequest): boolean {
  expect(Effect).toBe('Allow')
  return (
    listOf(Action).includes(request.action) &&
    listOf(Resource).some(arn => isLike(arnText(arn), request.resource)) &&
    Object.entries(Condition).every(([operator, keys]) =>
      Object.entries(keys).every(([key, wanted]) => operators[operator]!(listOf(wanted), request.context[key] ?? [])),
    )
  )
}

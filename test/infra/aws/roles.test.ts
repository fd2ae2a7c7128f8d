import { describe, expect, test } from 'vitest'
import { rightsOf, template } from './template.ts'

const stack = template()

const actionsOf = (role: string) =>
  rightsOf(role, stack)
    .flatMap(({ Action }) => Action)
    .filter((action: string) => action.startsWith('dynamodb:'))
    .sort()

const lookups = ['dynamodb:BatchGetItem', 'dynamodb:GetItem', 'dynamodb:Query']
const changes = [
  'dynamodb:ConditionCheckItem',
  'dynamodb:DeleteItem',
  'dynamodb:PutItem',
  'dynamodb:UpdateItem',
]

describe('roles', () => {
  test.each([
    ['a reader', 'RolesReader', lookups],
    ['a writer', 'RolesWriter', [...lookups, ...changes].sort()],
    ['a public endpoint', 'RolesStranger', []],
    ['the authorizer', 'AuthorizerHandlerRole', ['dynamodb:GetItem']],
  ])('give %s what it needs of the table and no more', (_, role, expected) => {
    expect(rightsOf(role, stack)).not.toEqual([])
    expect(actionsOf(role)).toEqual(expected)
  })

  test('let the Lambda that reads pages touch products, their entries and its own limit only', () => {
    const role = 'ProductsCrawl'
    expect(new Set(actionsOf(role))).toEqual(new Set([...lookups, ...changes]))
    const rights = rightsOf(role, stack).filter(({ Action }) => String(Action).includes('dynamodb:'))
    const [toRead, toChange] = rights.map(({ Condition }) => Condition['ForAllValues:StringLike'])
    const changed = [
      '*#Live#products#*',
      '*#Test#products#*',
      '*#list#products*',
      '*#rate-limit#crawl',
      '*#idempotency-key#*',
    ]
    expect(rights.length).toBe(2)
    expect(toRead).toEqual({ 'dynamodb:LeadingKeys': ['account#*', ...changed] })
    expect(toChange).toEqual({ 'dynamodb:LeadingKeys': changed })
    expect(rights[1].Action).toEqual(expect.arrayContaining(changes))
  })

  test('let nobody scan the table or do everything', () => {
    const all = rightsOf('', stack).flatMap(({ Action }) => Action)
    expect(all.filter((action: string) => /Scan|\*/.test(action))).toEqual([])
  })

  test('reach any resource only for traces and for the list of streams, which know no narrower', () => {
    const everywhere = rightsOf('', stack).filter(({ Resource }) => JSON.stringify(Resource).includes('*'))
    const actions = new Set(everywhere.flatMap(({ Action }) => Action))
    expect([...actions].sort()).toEqual([
      'dynamodb:ListStreams',
      'xray:PutTelemetryRecords',
      'xray:PutTraceSegments',
    ])
  })

  test('let a Lambda write to log groups of this stack only', () => {
    const writes = rightsOf('', stack).filter(({ Action }) => [Action].flat().includes('logs:PutLogEvents'))
    const groups = writes.flatMap(({ Resource }) => Resource).map(resource => resource['Fn::GetAtt']?.[0])
    expect(groups).not.toEqual([])
    for (const group of groups) expect(stack.resources[group]?.Type).toBe('AWS::Logs::LogGroup')
  })
})

import { describe, expect, test } from 'vitest'
import { statementsOf, template } from './template.ts'

const stack = template()

const actionsOf = (role: string) =>
  statementsOf(role, stack)
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
    ['an endpoint that reads', 'RolesRead', lookups],
    ['an endpoint that writes', 'RolesWrite', [...lookups, ...changes].sort()],
    ['a public endpoint', 'RolesPublic', []],
    ['the authorizer', 'AuthorizerLambdaRole', ['dynamodb:GetItem']],
  ])('give %s the permissions it needs, and no others', (_, role, expected) => {
    expect(statementsOf(role, stack)).not.toEqual([])
    expect(actionsOf(role)).toEqual(expected)
  })

  test('limit the Lambda that fetches pages to products, their lists and its own rate limit', () => {
    const role = 'ProductsCrawl'
    expect(new Set(actionsOf(role))).toEqual(new Set([...lookups, ...changes]))
    const statements = statementsOf(role, stack).filter(({ Action }) => String(Action).includes('dynamodb:'))
    const scope = [
      '*#Live#products#*',
      '*#Test#products#*',
      '*#list#products*',
      '*#rate-limit#crawl',
      '*#idempotency-key#products.crawl#*',
    ]
    expect(statements.map(({ Condition }) => Condition)).toEqual([
      {
        'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': scope },
        Null: { 'dynamodb:LeadingKeys': 'false' },
      },
    ])
  })

  test('allow no scans and no wildcard actions', () => {
    const all = statementsOf('', stack).flatMap(({ Action }) => Action)
    expect(all.filter((action: string) => /Scan|\*/.test(action))).toEqual([])
  })

  test('allow a wildcard resource only for traces, for listing streams and for senders of mails', () => {
    const wildcards = statementsOf('', stack).filter(({ Resource }) => JSON.stringify(Resource).includes('*'))
    const actions = new Set(wildcards.flatMap(({ Action }) => Action))
    expect([...actions].sort()).toEqual([
      'dynamodb:ListStreams',
      'ses:SendEmail',
      'xray:PutTelemetryRecords',
      'xray:PutTraceSegments',
    ])
  })

  test('allow writing to log groups of this stack only', () => {
    const writes = statementsOf('', stack).filter(({ Action }) =>
      [Action].flat().includes('logs:PutLogEvents'),
    )
    const groups = writes.flatMap(({ Resource }) => Resource).map(resource => resource['Fn::GetAtt']?.[0])
    expect(groups).not.toEqual([])
    for (const group of groups) expect(stack.resources[group]?.Type).toBe('AWS::Logs::LogGroup')
  })
})

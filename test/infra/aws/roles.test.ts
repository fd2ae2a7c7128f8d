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
    ['an endpoint that reads', 'RolesRead', [...lookups, 'dynamodb:GetItem', 'dynamodb:UpdateItem'].sort()],
    ['an endpoint that writes', 'RolesWrite', [...lookups, ...changes].sort()],
    ['an endpoint that uses the payment gateway', 'RolesGateway', [...lookups, ...changes].sort()],
    ['a public endpoint', 'RolesPublic', []],
    ['the authorizer', 'AuthorizerLambdaRole', ['dynamodb:GetItem', 'dynamodb:UpdateItem']],
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
      '*#rate-limits',
      '*#idempotency-keys#products.crawl',
    ]
    expect(statements.map(({ Condition }) => Condition)).toEqual([
      {
        'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': scope },
        Null: { 'dynamodb:LeadingKeys': 'false' },
      },
    ])
  })

  test('let the authorizer write nothing but the last use of a key', () => {
    const writing = statementsOf('AuthorizerLambdaRole', stack).filter(({ Action }) =>
      String(Action).includes('UpdateItem'),
    )
    expect(writing.map(({ Condition }) => Condition)).toEqual([
      {
        'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['key#*'] },
        'ForAllValues:StringEquals': { 'dynamodb:Attributes': ['pk', 'sk', 'lastUsedOn'] },
        Null: { 'dynamodb:LeadingKeys': 'false', 'dynamodb:Attributes': 'false' },
      },
    ])
  })

  test('let an endpoint that reads write nothing but the count of its requests', () => {
    const writing = statementsOf('RolesRead', stack).filter(({ Action }) =>
      String(Action).includes('UpdateItem'),
    )
    expect(writing.map(({ Condition }) => Condition)).toEqual([
      {
        'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['*#rate-limits'] },
        Null: { 'dynamodb:LeadingKeys': 'false' },
      },
    ])
  })

  test('allow no scans and no wildcard actions', () => {
    const all = statementsOf('', stack).flatMap(({ Action }) => Action)
    expect(all.filter((action: string) => /Scan|\*/.test(action))).toEqual([])
  })

  const withWildcard = statementsOf('', stack).filter(({ Resource }) =>
    JSON.stringify(Resource).includes('*'),
  )
  const isForSecrets = ({ Action }: { Action: string }) => Action === 'secretsmanager:GetSecretValue'

  test('allow a wildcard resource only for traces, for listing streams, for senders of mails and for keys of payment gateways', () => {
    const wildcards = withWildcard.filter(statement => !isForSecrets(statement))
    const actions = new Set(wildcards.flatMap(({ Action }) => Action))
    expect([...actions].sort()).toEqual([
      'dynamodb:ListStreams',
      'ses:SendEmail',
      'xray:PutTelemetryRecords',
      'xray:PutTraceSegments',
    ])
  })

  test('allow reading the keys of payment gateways of this stage only where they are used', () => {
    const arns = withWildcard.filter(isForSecrets).map(({ Resource }) => Resource['Fn::Join'][1].join(''))
    expect(new Set(arns.map(arn => arn.replace(/^.*:secret:/, '')))).toEqual(
      new Set(['back-office/prod/gateways/*']),
    )
    const actionsIn = (role: string) => statementsOf(role, stack).flatMap(({ Action }) => Action)
    for (const role of ['RolesGateway', 'WebhooksStripe'])
      expect(actionsIn(role), role).toContain('secretsmanager:GetSecretValue')
    for (const role of ['RolesRead', 'RolesWrite', 'RolesPublic', 'ProductsCrawl', 'CheckoutIntake'])
      expect(actionsIn(role), role).not.toContain('secretsmanager:GetSecretValue')
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

import { App, Stack } from 'aws-cdk-lib'
import { describe, expect, test } from 'vitest'
import { SharedEndpointRoles } from '../../../infra/aws/endpoint.ts'
import { findStage } from '../../../infra/stages.ts'
import { routes } from '../../../lib/api.ts'
import { type SecretKind, secretKinds } from '../../../lib/core/aws-names.ts'
import { statementsOf as statementsOfLambda, usersOfSecrets } from './lambda-permissions.ts'
import { type Resource, statementsOf, template } from './template.ts'

const stack = template()
/** `ofLambdas` leaves out the role of commands that run in AWS, because this role has its own tests. */
const statementsOfCommands = statementsOf('StoreCommands', stack)
const ofLambdas = statementsOf('', stack).filter(statement => !statementsOfCommands.includes(statement))

const actionsOf = (role: string) =>
  statementsOf(role, stack)
    .flatMap(({ Action }) => Action)
    .filter((action: string) => action.startsWith('dynamodb:'))
    .sort()

/**
 * The length of the ARN of a Lambda in us-gov-west-1 whose name has 64 characters, which is the maximum. In most
 * regions, ARNs are shorter.
 */
const longestLambdaArn = 122

const prefixed = (actions: string[]) => actions.map(action => `dynamodb:${action}`).sort()
const [account, secret] = ['GetItem', 'GetItem']
const changes = ['PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem']
const reads = ['GetItem', 'BatchGetItem', 'Query']

describe('roles', () => {
  test.each([
    ['an endpoint that reads', 'RolesRead', [...reads, 'Query', 'UpdateItem', account]],
    ['an endpoint that writes', 'RolesWrite', ['GetItem', 'Query', ...changes, account]],
    ['an endpoint that uses the payment gateway', 'RolesGateway', ['GetItem', 'Query', ...changes, account, secret]],
    ['a public endpoint', 'RolesPublic', []],
    ['the authorizer', 'AuthorizerLambdaRole', ['GetItem', 'UpdateItem']],
  ])('give %s the permissions it needs, and no others', (_, role, expected) => {
    expect(statementsOf(role, stack)).not.toEqual([])
    expect(actionsOf(role)).toEqual(prefixed(expected))
  })

  const conditionsOf = (role: string, action: string) =>
    statementsOf(role, stack)
      .filter(({ Action }) => [Action].flat().includes(`dynamodb:${action}`))
      .map(({ Condition }) => Condition)
  const onlyIn = (partitions: string[]) => ({
    'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': partitions },
    Null: { 'dynamodb:LeadingKeys': 'false' },
  })

  test('limit the Lambda that fetches pages to products, their lists and its own rate limit', () => {
    const partitions = [
      '*#Live#products#*',
      '*#Test#products#*',
      '*#list#products*',
      '*#rate-limits',
      '*#idempotency-keys#products.crawl',
    ]
    const writes = ['PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem']
    expect(actionsOf('ProductsCrawl')).toEqual(prefixed(['GetItem', 'BatchGetItem', ...writes]))
    expect(conditionsOf('ProductsCrawl', 'PutItem')).toEqual([onlyIn(partitions)])
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
    expect(conditionsOf('RolesRead', 'UpdateItem')).toEqual([onlyIn(['*#rate-limits'])])
  })

  test('let the creation of a shipping method change one flag of an account', () => {
    const [methods, ofAccount] = conditionsOf('ShippingCreate', 'UpdateItem')
    expect(methods['ForAllValues:StringLike']['dynamodb:LeadingKeys']).not.toContain('account#*')
    expect(ofAccount).toEqual({
      'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['account#*'] },
      'ForAllValues:StringEquals': {
        'dynamodb:Attributes': ['pk', 'sk', 'account', '__edb_e__', '__edb_v__', 'shippingEnabled'],
      },
      Null: { 'dynamodb:LeadingKeys': 'false', 'dynamodb:Attributes': 'false' },
    })
  })

  /** Returns the length of a role's policies as IAM counts it: without spaces, and with the names of the resources. */
  const lengthOf = ({ Properties }: Resource) =>
    JSON.stringify(Properties.Policies ?? '').replaceAll(/\{"Fn::GetAtt":\["(\w+?)".*?\}/g, (_, id) =>
      'x'.repeat(id.includes('LambdaFunction') ? longestLambdaArn : 150),
    ).length

  test('have policies within the limit of IAM', () => {
    for (const role of stack.ofType('IAM::Role')) expect(lengthOf(role)).toBeLessThan(10_240)
  })

  test('allow no scans and no wildcard actions', () => {
    const all = ofLambdas.flatMap(({ Action }) => Action)
    expect(all.filter((action: string) => /Scan|\*/.test(action))).toEqual([])
  })

  const withWildcard = ofLambdas.filter(({ Resource }) => JSON.stringify(Resource).includes('*'))
  const isForSecrets = ({ Action }: { Action: string }) => Action === 'secretsmanager:GetSecretValue'

  test('allow a wildcard resource only for listing streams, for senders and the quota of mails and for secrets of stores', () => {
    const wildcards = withWildcard.filter(statement => !isForSecrets(statement))
    const actions = new Set(wildcards.flatMap(({ Action }) => Action))
    expect([...actions].sort()).toEqual(['dynamodb:ListStreams', 'ses:GetAccount', 'ses:SendEmail'])
  })

  const decrypting = (role: string) =>
    statementsOf(role, stack).filter(({ Action }) => [Action].flat().some(action => /^kms:/.test(action)))
  const rolesOfAll = Object.keys(stack.resources).filter(id => stack.resources[id]?.Type === 'AWS::IAM::Role')
  const rolesOf = (kind: SecretKind) => new Set(usersOfSecrets(kind).map(name => statementsOfLambda(name).roleId))

  test.each(secretKinds)('allow decrypting and reading %s only where they are used, and encrypting nowhere', kind => {
    const key = Object.keys(stack.resources).find(id => /^SecretsKey/.test(id))
    const users = rolesOf(kind)
    expect(users.size).toBeGreaterThan(0)
    const condition = { 'kms:EncryptionContext:stage': 'prod', 'kms:EncryptionContext:kind': kind }
    for (const role of rolesOfAll) {
      const ofKind = decrypting(role).filter(({ Condition }) => JSON.stringify(Condition).includes(`"${kind}"`))
      const rows = statementsOf(role, stack).filter(statement => JSON.stringify(statement).includes(`secret#${kind}#`))
      const expected = { Effect: 'Allow', Action: 'kms:Decrypt', Resource: { 'Fn::GetAtt': [key, 'Arn'] } }
      expect(ofKind, role).toEqual(users.has(role) ? [{ ...expected, Condition: { StringEquals: condition } }] : [])
      expect(rows, role).toMatchObject(users.has(role) ? [{ Action: 'dynamodb:GetItem' }] : [])
    }
  })

  test('allow decrypting with no key but that of secrets, and only with a condition on the kind', () => {
    const statements = rolesOfAll.flatMap(decrypting)
    expect(statements).toHaveLength(rolesOf('gateways').size + rolesOf('event-sources').size)
    for (const { Condition } of statements)
      expect(secretKinds).toContain(Condition.StringEquals['kms:EncryptionContext:kind'])
  })

  test('allow reading secrets in Secrets Manager that were not moved only where they are used, and only one kind', () => {
    const arns = withWildcard.filter(isForSecrets).map(({ Resource }) => Resource['Fn::Join'][1].join(''))
    const names = ['back-office/prod/gateways/*', 'back-office/prod/event-sources/*']
    expect(new Set(arns.map(arn => arn.replace(/^.*:secret:/, '')))).toEqual(new Set(names))
    const actionsIn = (role: string) => statementsOf(role, stack).flatMap(({ Action }) => Action)
    const secretsIn = (role: string) => JSON.stringify(statementsOf(role, stack).filter(isForSecrets))
    expect(secretsIn('EventsReceive')).not.toContain('gateways')
    expect(secretsIn('EventsReceive')).toContain('event-sources')
    for (const role of ['RolesGateway', 'WebhooksStripe']) expect(secretsIn(role), role).not.toContain('event-sources')
    for (const role of ['RolesGateway', 'WebhooksStripe'])
      expect(actionsIn(role), role).toContain('secretsmanager:GetSecretValue')
    for (const role of ['RolesRead', 'RolesWrite', 'RolesPublic', 'ProductsCrawl', 'EventsSend', 'CheckoutIntake'])
      expect(actionsIn(role), role).not.toContain('secretsmanager:GetSecretValue')
  })

  test('allow writing to log groups of this stack only', () => {
    const writes = statementsOf('', stack).filter(({ Action }) => [Action].flat().includes('logs:PutLogEvents'))
    const groups = writes.flatMap(({ Resource }) => Resource).map(resource => resource['Fn::GetAtt']?.[0])
    expect(groups).not.toEqual([])
    for (const group of groups) expect(stack.resources[group]?.Type).toBe('AWS::Logs::LogGroup')
  })
})

test('an endpoint that puts events never shares its role, because the others could put events, too', () => {
  const roles = new SharedEndpointRoles(new Stack(new App(), 'Roles'), 'Roles', findStage('dev'))
  const {
    tableScope: _,
    putsEvents: __,
    ...route
  } = routes.find(({ putsEvents, isPublic }) => putsEvents && !isPublic)!
  expect(roles.for(route)).toBeDefined()
  expect(roles.for({ ...route, putsEvents: true })).toBeUndefined()
})

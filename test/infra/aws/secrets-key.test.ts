import { AwsSolutionsChecks } from 'cdk-nag'
import { describe, expect, test } from 'vitest'
import { stackFor, template } from './template.ts'

const isSecretsKey = (id: string) => id.startsWith('SecretsKey')
const variablesIn = ({ ofType }: ReturnType<typeof template>) =>
  ofType('Lambda::Function').map(({ Properties }) => Properties.Environment.Variables)

describe('the key of secrets', () => {
  const stack = template()
  const [id = ''] = Object.keys(stack.resources).filter(isSecretsKey)

  test('is rotated, and kept when the stack is deleted', () => {
    expect(stack.resources[id]).toMatchObject({
      Type: 'AWS::KMS::Key',
      DeletionPolicy: 'Retain',
      UpdateReplacePolicy: 'Retain',
      Properties: { EnableKeyRotation: true, Description: 'Encrypts the secrets of stores of BackOffice-prod.' },
    })
  })

  test('keeps its id, because CloudFormation replaces a resource with another id', () => {
    expect(id).toBe('SecretsKey9BF95D68')
  })

  test('may be used by no service and no other account', () => {
    const { Statement } = stack.resources[id]!.Properties.KeyPolicy
    expect(Statement).toHaveLength(1)
    expect(JSON.stringify(Statement[0].Principal)).toMatch(/"Ref":"AWS::AccountId"\},":root"/)
  })

  test('is in an output for the store command, and in the variables of the Lambdas that use it', () => {
    const value = { 'Fn::GetAtt': [id, 'Arn'] }
    expect(stack.outputs.SecretsKeyArn.Value).toEqual(value)
    const named = variablesIn(stack).filter(({ SECRETS_KEY }) => SECRETS_KEY)
    expect(named.map(({ SECRETS_KEY }) => SECRETS_KEY)).toEqual(named.map(() => value))
    expect(named.length).toBeGreaterThan(5)
    expect(named.length).toBeLessThan(variablesIn(stack).length / 2)
  })
})

describe('a key that the stage names', () => {
  const secretsKeyArn = 'arn:aws:kms:eu-west-1:1:key/1'
  const imported = template({ settings: { secretsKeyArn } })

  test('is used, and the stack creates none', () => {
    const { resources } = template()
    expect(Object.keys(imported.resources)).toEqual(Object.keys(resources).filter(id => !isSecretsKey(id)))
    expect(imported.outputs.SecretsKeyArn.Value).toBe(secretsKeyArn)
    const names = variablesIn(imported).map(({ SECRETS_KEY }) => SECRETS_KEY)
    expect(new Set(names.filter(Boolean))).toEqual(new Set([secretsKeyArn]))
  })

  test('breaks no rule of cdk-nag', () => {
    const { app } = stackFor({ settings: { secretsKeyArn } })
    expect(new AwsSolutionsChecks().validateScope(app).violations).toEqual([])
  })
})

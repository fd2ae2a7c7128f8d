import {
  CloudFormationClient,
  CloudFormationServiceException,
  ListStackResourcesCommand,
} from '@aws-sdk/client-cloudformation'
import { DescribeKeyCommand, KMSClient, ListKeysCommand, NotFoundException } from '@aws-sdk/client-kms'
import { beforeEach, describe, expect, test } from 'vitest'
import { findSecretsKeyFault } from '../../infra/deployment-secrets-key-check.ts'
import { findStage } from '../../infra/stages.ts'
import { mockAws } from '../support/mock-aws.ts'
import { template } from './aws/template.ts'

const cloudFormation = mockAws(CloudFormationClient)
const kms = mockAws(KMSClient)
const stage = findStage('prod')
const description = 'Encrypts the secrets of stores of BackOffice-prod.'
const arnOf = (id: string) => `arn:aws:kms:eu-west-1:1:key/${id}`

beforeEach(() => {
  cloudFormation.reset()
  kms.reset()
  setStack()
  setKeys({})
})

/** Sets the keys in the stack. Without keys, there is no stack. */
function setStack(...ids: [logicalId: string, status: string][]): void {
  const noStack = { name: 'ValidationError', message: 'Stack does not exist', $fault: 'client', $metadata: {} } as const
  const StackResourceSummaries = ids.map(([LogicalResourceId, ResourceStatus]) => ({
    ResourceType: 'AWS::KMS::Key',
    ResourceStatus: ResourceStatus as 'CREATE_COMPLETE',
    LogicalResourceId,
    LastUpdatedTimestamp: new Date(),
  }))
  if (ids.length > 0) cloudFormation.on(ListStackResourcesCommand).resolves({ StackResourceSummaries })
  else cloudFormation.on(ListStackResourcesCommand).rejects(new CloudFormationServiceException(noStack))
}

type Key = [description: string, state?: 'Enabled' | 'Disabled' | 'PendingDeletion']

function setKeys(keys: Record<string, Key>): void {
  kms.on(ListKeysCommand).resolves({ Keys: Object.keys(keys).map(KeyId => ({ KeyId })) })
  kms.on(DescribeKeyCommand).rejects(new NotFoundException({ message: 'There is no key.', $metadata: {} }))
  for (const [KeyId, [Description, KeyState = 'Enabled']] of Object.entries(keys)) {
    const KeyMetadata = { KeyId, Arn: arnOf(KeyId), Description, KeyState, CreationDate: new Date(0) }
    for (const id of [KeyId, arnOf(KeyId)]) kms.on(DescribeKeyCommand, { KeyId: id }).resolves({ KeyMetadata })
  }
}

const keyId = Object.keys(template().resources).find(id => id.startsWith('SecretsKey'))!

const accessDenied = (reason: string) =>
  Object.assign(new Error(`Not authorized to perform kms:DescribeKey, because ${reason}`), {
    name: 'AccessDeniedException',
  })

describe('a stage without secretsKeyArn', () => {
  test('can be deployed for the first time, beside keys of other stages and other applications', async () => {
    setKeys({ a: ['Encrypts the secrets of stores of BackOffice-dev.'], b: [''] })
    expect(await findSecretsKeyFault(stage)).toBeNull()
  })

  test('leaves out a key whose own policy excludes the account', async () => {
    setKeys({ a: [''], b: [description] })
    const denied = accessDenied('no resource-based policy allows the kms:DescribeKey action')
    kms.on(DescribeKeyCommand, { KeyId: 'a' }).rejects(denied)
    expect(await findSecretsKeyFault(stage)).toContain(arnOf('b'))
  })

  test('is not deployed if the person may not read keys', async () => {
    setKeys({ a: [''], b: [''] })
    const denied = accessDenied('no identity-based policy allows the kms:DescribeKey action')
    kms.on(DescribeKeyCommand, { KeyId: 'a' }).rejects(denied)
    await expect(findSecretsKeyFault(stage)).rejects.toThrow('no identity-based policy')
  })

  test('can be deployed again while its stack has the key', async () => {
    setStack([keyId, 'CREATE_COMPLETE'])
    setKeys({ a: [description] })
    expect(await findSecretsKeyFault(stage)).toBeNull()
  })

  test.each<[string, ...[string, string][]]>([
    ['its stack was deleted'],
    ['its stack has only the key of alarms', ['AlarmsKey4F4A0B59', 'CREATE_COMPLETE']],
    ['its stack does not use the key any more', [keyId, 'DELETE_SKIPPED']],
  ])('is refused if %s, with the setting that uses the kept key', async (_, ...ids) => {
    setStack(...ids)
    setKeys({ a: [description] })
    expect(await findSecretsKeyFault(stage)).toBe(
      `Deploying prod would create a new key, which cannot decrypt the stored secrets, but AWS has kept the earlier key. Set in the settings of prod in infra/stages.ts:

  /** Created 1970-01-01T00:00:00.000Z. */
  secretsKeyArn: '${arnOf('a')}',`,
    )
  })

  test('lists all kept keys, but none that is to be deleted', async () => {
    setKeys({ a: [description], b: [description, 'Disabled'], c: [description, 'PendingDeletion'] })
    const fault = await findSecretsKeyFault(stage)
    expect(fault).toContain('Choose one of these keys.')
    expect(fault?.match(/secretsKeyArn: .*/g)).toEqual(['a', 'b'].map(id => `secretsKeyArn: '${arnOf(id)}',`))
  })
})

describe('a stage with secretsKeyArn', () => {
  const named = { ...stage, secretsKeyArn: arnOf('a') }

  test('can be deployed if the key is enabled', async () => {
    setKeys({ a: [description] })
    expect(await findSecretsKeyFault(named)).toBeNull()
  })

  test('is refused if there is no such key, or if it is not enabled', async () => {
    expect(await findSecretsKeyFault(named)).toBe(
      `infra/stages.ts names the key ${arnOf('a')} for prod, but this account and region have none.`,
    )
    setKeys({ a: [description, 'PendingDeletion'] })
    expect(await findSecretsKeyFault(named)).toBe(
      `The key ${arnOf('a')} of prod has the state PendingDeletion: enable it first.`,
    )
  })

  test('is refused if the key is in another account, or the person may not read it', async () => {
    kms.on(DescribeKeyCommand).rejects(accessDenied('no resource-based policy allows the kms:DescribeKey action'))
    expect(await findSecretsKeyFault(named)).toBe(
      `infra/stages.ts names the key ${arnOf('a')} for prod, but AWS denies access to it: Not authorized to perform kms:DescribeKey, because no resource-based policy allows the kms:DescribeKey action`,
    )
  })

  test('is not deployed if KMS fails', async () => {
    kms.on(DescribeKeyCommand).rejects(new Error('KMS is down.'))
    await expect(findSecretsKeyFault(named)).rejects.toThrow('KMS is down.')
  })
})

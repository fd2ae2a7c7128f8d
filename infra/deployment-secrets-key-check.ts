/** Prevents a deployment with a KMS key that could not decrypt the secrets in the table of the stage. */

import type { StackResourceSummary } from '@aws-sdk/client-cloudformation'
import {
  DescribeKeyCommand,
  type KeyMetadata,
  KMSClient,
  NotFoundException,
  paginateListKeys,
} from '@aws-sdk/client-kms'
import { secretsKeyDescription } from './constants.ts'
import { hasStackResource } from './stack-resources.ts'
import type { Stage } from './stages.ts'

/** Returns sentences that say why the key prevents a deployment of the stage; null if it does not. */
export async function findSecretsKeyFault(stage: Stage): Promise<string | null> {
  const client = new KMSClient({})
  if (stage.secretsKeyArn) return namedKeyFault(stage, stage.secretsKeyArn, client)
  if (await hasStackResource(stage, isSecretsKey)) return null
  const kept = await keptKeys(stage, client)
  return kept.length > 0 ? keptKeysFault(stage, kept) : null
}

/** The stack also has a KMS key for messages of alarms. Only the id of the secrets key begins with `Secrets`. */
const isSecretsKey = ({ ResourceType, LogicalResourceId = '' }: StackResourceSummary) =>
  ResourceType === 'AWS::KMS::Key' && LogicalResourceId.startsWith('Secrets')

/** KMS denies access to all keys of other AWS accounts, such as the key of a stage whose account was lost. */
async function namedKeyFault({ name }: Stage, arn: string, client: KMSClient): Promise<string | null> {
  const named = `infra/stages.ts names the key ${arn} for ${name}, but`
  const key = await describeKey(arn, client).catch(error => {
    if (error.name === 'AccessDeniedException') return error as Error
    throw error
  })
  if (key instanceof Error) return `${named} AWS denies access to it: ${key.message}`
  if (!key) return `${named} this account and region have none.`
  return key.KeyState === 'Enabled' ? null : `The key ${arn} of ${name} has the state ${key.KeyState}: enable it first.`
}

async function describeKey(KeyId: string, client: KMSClient): Promise<KeyMetadata | undefined> {
  try {
    return (await client.send(new DescribeKeyCommand({ KeyId }))).KeyMetadata
  } catch (error) {
    if (error instanceof NotFoundException) return undefined
    throw error
  }
}

/** The policy of a key may exclude even administrators of the account. Keys of a stage have no such policy. */
const isExcludedByKeyPolicy = ({ name, message }: Error) =>
  name === 'AccessDeniedException' && message.includes('resource-based policy')

const describeKeyIfAllowed = (id: string, client: KMSClient) =>
  describeKey(id, client).catch(error => {
    if (isExcludedByKeyPolicy(error)) return undefined
    throw error
  })

/** Finds the secrets keys that deleted stacks of the stage have left. Keys whose deletion is scheduled are left out. */
async function keptKeys({ name }: Stage, client: KMSClient): Promise<KeyMetadata[]> {
  const kept: KeyMetadata[] = []
  for await (const { Keys = [] } of paginateListKeys({ client }, {}))
    for (const { KeyId = '' } of Keys) {
      const key = await describeKeyIfAllowed(KeyId, client)
      if (key?.Description === secretsKeyDescription(name) && key.KeyState !== 'PendingDeletion') kept.push(key)
    }
  return kept
}

function keptKeysFault({ name }: Stage, kept: readonly KeyMetadata[]): string {
  const several = kept.length > 1 ? ' Choose one of these keys.' : ''
  const choices = kept.map(
    ({ Arn, CreationDate }) => `  /** Created ${CreationDate?.toISOString()}. */\n  secretsKeyArn: '${Arn}',`,
  )
  return `Deploying ${name} would create a new key, which cannot decrypt the stored secrets, but AWS has kept the earlier key. Set in the settings of ${name} in infra/stages.ts:${several}\n\n${choices.join('\n\n')}`
}

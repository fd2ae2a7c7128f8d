/**
 * Reads and removes secrets in Secrets Manager, where earlier releases stored them. `store secrets move` moves them to
 * the table.
 */

import {
  DeleteSecretCommand,
  GetSecretValueCommand,
  InvalidRequestException,
  ResourceNotFoundException,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager'
import { type SecretKind, secretPrefixOf } from '../core/aws-names.ts'
import { env } from '../core/env.ts'
import { lazyClient, sdkTimeouts } from '../core/sdk-client.ts'

const connection = lazyClient(() => new SecretsManagerClient(sdkTimeouts))

interface ManagedSecret {
  kind: SecretKind
  /** The part of the secret's name after the stage and the kind, such as `1001/Test`. */
  name: string
}

const secretIdOf = ({ kind, name }: ManagedSecret) => `${secretPrefixOf(env.stage, kind)}/${name}`

export async function readManagedSecret<Value>(secret: ManagedSecret): Promise<Value | null> {
  const command = new GetSecretValueCommand({ SecretId: secretIdOf(secret) })
  const { SecretString } = (await unlessMissing(connection().send(command))) ?? {}
  return SecretString ? (JSON.parse(SecretString) as Value) : null
}

/** Deletes the secret at once. By default, Secrets Manager would keep the secret for 30 days. */
export async function removeManagedSecret(secret: ManagedSecret): Promise<void> {
  const deletion = { SecretId: secretIdOf(secret), ForceDeleteWithoutRecovery: true }
  await unlessMissing(connection().send(new DeleteSecretCommand(deletion)))
}

/**
 * Schedules the secret for deletion in 30 days. Until then, the secret can be restored, in case an earlier release has
 * to be deployed again. AWS does not charge for the secret in this time.
 */
export async function scheduleRemovalOfManagedSecret(secret: ManagedSecret): Promise<void> {
  await connection().send(new DeleteSecretCommand({ SecretId: secretIdOf(secret), RecoveryWindowInDays: 30 }))
}

/** A secret that is scheduled for deletion cannot be read, so it is missing as well. */
const isMissing = (error: unknown) =>
  error instanceof ResourceNotFoundException ||
  (error instanceof InvalidRequestException && /deletion/.test(error.message))

const unlessMissing = <T>(call: Promise<T>): Promise<T | null> =>
  call.catch(error => {
    if (isMissing(error)) return null
    throw error
  })

/** Encrypts secrets of stores with the KMS key of the stage, and decrypts them. */

import {
  DecryptCommand,
  EncryptCommand,
  IncorrectKeyException,
  InvalidCiphertextException,
  KMSClient,
} from '@aws-sdk/client-kms'
import type { SecretKind } from '../core/aws-names.ts'
import { env } from '../core/env.ts'
import { lazyClient, sdkTimeouts } from '../core/sdk-client.ts'
import type { Tenant } from '../core/tenant.ts'

/** Identifies a secret. `id` distinguishes the secrets of one kind in one store. */
export interface SecretId extends Tenant {
  kind: SecretKind
  id: string
}

const connection = lazyClient(() => new KMSClient(sdkTimeouts))

/** KMS encrypts at most this many bytes directly. */
const maxBytes = 4096

/**
 * KMS decrypts a ciphertext only with the context with which it was encrypted. A ciphertext that is copied to the row
 * of another store, or to the table of another stage, is therefore useless. CloudTrail logs the context of every
 * request.
 */
const contextOf = ({ kind, account, mode, id }: SecretId) => ({
  stage: env.stage,
  kind,
  account: String(account),
  mode,
  id,
})

export async function encryptSecret(secret: SecretId, text: string): Promise<string> {
  if (!env.secretsKey) throw new Error(`The stack of ${env.stage} has no key for secrets: deploy it first.`)
  const Plaintext = Buffer.from(text)
  if (Plaintext.length > maxBytes) throw new Error(`A secret has at most ${maxBytes} bytes.`)
  const request = { KeyId: env.secretsKey, Plaintext, EncryptionContext: contextOf(secret) }
  const { CiphertextBlob = [] } = await connection().send(new EncryptCommand(request))
  return Buffer.from(CiphertextBlob).toString('base64')
}

/** The request contains the id of the key, so KMS rejects a ciphertext that another key has encrypted. */
export async function decryptSecret(secret: SecretId, ciphertext: string): Promise<string> {
  const CiphertextBlob = Buffer.from(ciphertext, 'base64')
  const request = { KeyId: env.secretsKey, CiphertextBlob, EncryptionContext: contextOf(secret) }
  const { Plaintext = [] } = await connection()
    .send(new DecryptCommand(request))
    .catch(error => {
      throw isUnreadable(error) ? new Error(unreadable(secret), { cause: error }) : error
    })
  return Buffer.from(Plaintext).toString()
}

const isUnreadable = (error: unknown) =>
  error instanceof InvalidCiphertextException || error instanceof IncorrectKeyException

const unreadable = ({ kind, account, mode }: SecretId) =>
  `A secret of ${kind} of ${account} ${mode} cannot be decrypted: its row is damaged, or was encrypted for another store, stage or key.`

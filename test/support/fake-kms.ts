/** Replaces KMS in tests: encrypts with a key in memory, and fails for a wrong context or key as KMS does. */

import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import {
  DecryptCommand,
  EncryptCommand,
  IncorrectKeyException,
  InvalidCiphertextException,
  KMSClient,
} from '@aws-sdk/client-kms'
import type { AwsClientStub } from 'aws-sdk-client-mock'
import { mockAws } from './mock-aws.ts'

const algorithm = 'aes-256-gcm'
const material = randomBytes(32)
const [idBytes, ivBytes, tagBytes] = [36, 12, 16]

type Context = Record<string, string>

const dataOf = (context: Context = {}) => Buffer.from(JSON.stringify(Object.entries(context).toSorted()))

function encrypt(keyId: string, plaintext: Uint8Array, context?: Context): Uint8Array {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv(algorithm, material, iv).setAAD(dataOf(context))
  const encrypted = Buffer.concat([cipher.update(plaintext), cipher.final()])
  return Buffer.concat([Buffer.from(keyId.slice(-idBytes).padStart(idBytes)), iv, cipher.getAuthTag(), encrypted])
}

function decrypt(keyId: string | undefined, blob: Uint8Array, context?: Context): Uint8Array {
  const bytes = Buffer.from(blob)
  if (keyId && bytes.subarray(0, idBytes).toString() !== keyId.slice(-idBytes).padStart(idBytes))
    throw new IncorrectKeyException({ message: 'The key ID in the request does not identify a CMK.', $metadata: {} })
  try {
    const rest = bytes.subarray(idBytes)
    const decipher = createDecipheriv(algorithm, material, rest.subarray(0, ivBytes)).setAAD(dataOf(context))
    decipher.setAuthTag(rest.subarray(ivBytes, ivBytes + tagBytes))
    return Buffer.concat([decipher.update(rest.subarray(ivBytes + tagBytes)), decipher.final()])
  } catch {
    throw new InvalidCiphertextException({ message: 'UnknownError', $metadata: {} })
  }
}

export const testKey = 'arn:aws:kms:eu-central-1:1:key/11111111-2222-3333-4444-555555555555'

/**
 * Lets KMS work again after a test has made it fail. The mock's own `reset` is not used, because existing clients would
 * still call the function that it replaces.
 */
export function resetKms(aws: AwsClientStub<KMSClient>): void {
  aws.resetHistory()
  aws
    .on(EncryptCommand)
    .callsFake(async ({ KeyId, Plaintext, EncryptionContext }) => ({
      CiphertextBlob: encrypt(KeyId, Plaintext, EncryptionContext),
    }))
  aws
    .on(DecryptCommand)
    .callsFake(async ({ KeyId, CiphertextBlob, EncryptionContext }) => ({
      Plaintext: decrypt(KeyId, CiphertextBlob, EncryptionContext),
    }))
}

export function fakeKms() {
  const aws = mockAws(KMSClient)
  resetKms(aws)
  return aws
}

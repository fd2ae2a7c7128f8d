/** Stores each secret of a store as a row of the table, encrypted with the KMS key of the stage. */

import { secretKinds } from '../core/aws-names.ts'
import { tenantAttributes } from './attributes.ts'
import { defineEntity } from './client.ts'
import { tryWrite } from './conditional-write.ts'
import { key } from './key-definitions.ts'
import { decryptSecret, encryptSecret, type SecretId } from './secret-cipher.ts'

/**
 * The partition key begins with a fixed word and the kind of secret. Policies can therefore allow each Lambda to read
 * only the kinds of secrets that it uses. The partition key does not contain the mode, because some policies allow all
 * keys that contain `#Live#` or `#Test#`.
 */
export const SecretRow = defineEntity('secret', {
  attributes: {
    kind: { type: secretKinds, required: true },
    ...tenantAttributes,
    id: { type: 'string', required: true },
    /** The encrypted JSON of the secret, in base64. */
    ciphertext: { type: 'string', required: true },
  },
  indexes: { ofAccount: key({ pk: ['#secret', 'kind', 'account'], sk: ['mode', 'id'] }) },
})

const keyOf = ({ kind, account, mode, id }: SecretId) => ({ kind, account, mode, id })

const rowOf = async (secret: SecretId, value: unknown) => ({
  ...keyOf(secret),
  ciphertext: await encryptSecret(secret, JSON.stringify(value)),
})

export async function readSecret<Value>(secret: SecretId): Promise<Value | null> {
  const { data } = await SecretRow.get(keyOf(secret)).go({ consistent: true })
  return data && JSON.parse(await decryptSecret(secret, data.ciphertext))
}

export async function saveSecret(secret: SecretId, value: unknown): Promise<void> {
  await SecretRow.put(await rowOf(secret, value)).go()
}

/** Creates a secret. If the secret already exists, this has no effect. */
export async function createSecret(secret: SecretId, value: unknown): Promise<void> {
  const row = await rowOf(secret, value)
  await tryWrite(() => SecretRow.create(row).go())
}

export async function removeSecret(secret: SecretId): Promise<void> {
  await SecretRow.delete(keyOf(secret)).go()
}

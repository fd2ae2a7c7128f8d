/**
 * Saves and loads secrets of stores, such as the keys of payment gateways. In AWS, the secrets are encrypted in the
 * table. Elsewhere, they are in files.
 */

import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { SecretKind } from '../core/aws-names.ts'
import { now } from '../core/clock.ts'
import { env } from '../core/env.ts'
import { writePrivateFile } from '../core/private-file.ts'
import type { SecretId } from './secret-cipher.ts'
import { createSecret, readSecret, removeSecret, saveSecret } from './secret-rows.ts'
import { readManagedSecret, removeManagedSecret, scheduleRemovalOfManagedSecret } from './secrets-manager.ts'

type IdOfKind = Omit<SecretId, 'kind'>

interface SecretStore<Value> {
  load: (secret: IdOfKind) => Promise<Value | null>
  save: (secret: IdOfKind, value: Value) => Promise<void>
  /** Removes a secret. If the secret does not exist, this has no effect. */
  remove: (secret: IdOfKind) => Promise<void>
  /**
   * Moves a secret to the table from Secrets Manager, where earlier releases stored it. Returns whether a secret was
   * moved.
   */
  move: (secret: IdOfKind) => Promise<boolean>
}

interface SecretSettings {
  kind: SecretKind
  /** The directory for the secrets of this kind; undefined in AWS. */
  directory: string | undefined
  /**
   * Returns the name of a secret in files and in Secrets Manager. The name consists of words and slashes, as in
   * `1001/Test`.
   */
  nameOf: (secret: IdOfKind) => string
}

export function openSecretStore<Value>({ directory, ...settings }: SecretSettings): SecretStore<Value> {
  return directory ? secretFiles({ directory, ...settings }) : encryptedSecrets(settings)
}

type Naming = Pick<SecretSettings, 'nameOf'>

/** Stores the secrets on one machine, in files that only their owner can read. */
function secretFiles<Value>({ directory, nameOf }: Naming & { directory: string }): SecretStore<Value> {
  const fileOf = (secret: IdOfKind) => join(directory, `${nameOf(secret).replaceAll('/', '-')}.json`)
  return {
    load: async secret => {
      try {
        return JSON.parse(await readFile(fileOf(secret), 'utf8')) as Value
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
        throw error
      }
    },
    save: (secret, value) => writePrivateFile(fileOf(secret), JSON.stringify(value)),
    remove: secret => rm(fileOf(secret), { force: true }),
    move: async () => false,
  }
}

/** Secrets are cached only this long, so that all Lambdas soon use a changed secret. */
const cacheMilliseconds = 5 * 60_000
const cache = new Map<string, { until: number; value: unknown }>()

/** A missing secret is not cached, so that a secret is used as soon as it is set. */
async function cached<Value>(key: string, read: () => Promise<Value | null>): Promise<Value | null> {
  const entry = cache.get(key)
  if (entry && entry.until > now().getTime()) return entry.value as Value
  const value = await read()
  if (value) cache.set(key, { until: now().getTime() + cacheMilliseconds, value })
  return value
}

function encryptedSecrets<Value>({ kind, nameOf }: Naming & Pick<SecretSettings, 'kind'>): SecretStore<Value> {
  const managedNameOf = (secret: IdOfKind) => ({ kind, name: nameOf(secret) })
  const cacheKeyOf = (secret: IdOfKind) => `${env.stage}/${kind}/${nameOf(secret)}`
  /**
   * `move` first writes the row, and then removes the secret from Secrets Manager. If neither contains the secret,
   * `move` may have run between the two reads, so the row is read again.
   */
  const read = async (secret: IdOfKind) =>
    (await readSecret<Value>({ ...secret, kind })) ??
    (await readManagedSecret<Value>(managedNameOf(secret))) ??
    (await readSecret<Value>({ ...secret, kind }))
  return {
    load: secret => cached(cacheKeyOf(secret), () => read(secret)),
    save: (secret, value) => saveSecret({ ...secret, kind }, value),
    remove: async secret => {
      await removeSecret({ ...secret, kind })
      await removeManagedSecret(managedNameOf(secret))
      cache.delete(cacheKeyOf(secret))
    },
    /** If the row already exists, it is newer than the secret in Secrets Manager, so the row is not changed. */
    move: async secret => {
      const value = await readManagedSecret<Value>(managedNameOf(secret))
      if (!value) return false
      await createSecret({ ...secret, kind }, value)
      await scheduleRemovalOfManagedSecret(managedNameOf(secret))
      return true
    },
  }
}

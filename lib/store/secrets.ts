/** Stores secrets by name in Secrets Manager or in files, for example the keys of payment gateways. */

import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import {
  CreateSecretCommand,
  DeleteSecretCommand,
  GetSecretValueCommand,
  PutSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager'
import { now } from '../core/clock.ts'
import { env } from '../core/env.ts'
import { writePrivateFile } from '../core/private-file.ts'
import { lazyClient, sdkTimeouts } from '../core/sdk-client.ts'
import { type SecretKind, secretPrefixOf } from '../core/stack-names.ts'

interface SecretStore<Value> {
  load: (name: string) => Promise<Value | null>
  save: (name: string, value: Value) => Promise<void>
  /** Removing a secret that does not exist has no effect. */
  remove: (name: string) => Promise<void>
}

interface SecretSettings {
  kind: SecretKind
  /** Returns the directory for the secrets of this kind; undefined in AWS. */
  directory: () => string | undefined
}

/** Creates a store of secrets. The name of a secret consists of words and slashes, such as `1001/Test`. */
export function createSecretStore<Value>({ kind, directory }: SecretSettings): SecretStore<Value> {
  const current = (): SecretStore<Value> => {
    const path = directory()
    return path ? secretFilesIn(path) : secretsBelow(`${secretPrefixOf(env.stage, kind)}/`)
  }
  return {
    load: name => current().load(name),
    save: (name, value) => current().save(name, value),
    remove: name => current().remove(name),
  }
}

/** Stores the secrets on one machine, in files that only their owner can read. */
function secretFilesIn<Value>(directory: string): SecretStore<Value> {
  const fileOf = (name: string) => join(directory, `${name.replaceAll('/', '-')}.json`)
  return {
    load: async name => {
      try {
        return JSON.parse(await readFile(fileOf(name), 'utf8')) as Value
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
        throw error
      }
    },
    save: (name, value) => writePrivateFile(fileOf(name), JSON.stringify(value)),
    remove: name => rm(fileOf(name), { force: true }),
  }
}

const connection = lazyClient(() => new SecretsManagerClient(sdkTimeouts))

/** Secrets are cached only this long, so that all Lambdas soon use a changed secret. */
const cacheMilliseconds = 5 * 60_000
const cache = new Map<string, { until: number; value: unknown }>()

const secretsBelow = <Value>(prefix: string): SecretStore<Value> => ({
  /** A missing secret is not cached, so that a secret is used as soon as it is set. */
  load: async name => {
    const secretName = prefix + name
    const cached = cache.get(secretName)
    if (cached && cached.until > now().getTime()) return cached.value as Value
    const value = await read<Value>(secretName)
    if (value) cache.set(secretName, { until: now().getTime() + cacheMilliseconds, value })
    return value
  },
  save: async (name, value) => {
    const [Name, SecretString] = [prefix + name, JSON.stringify(value)]
    const isStored = await unlessMissing(connection().send(new PutSecretValueCommand({ SecretId: Name, SecretString })))
    if (!isStored) await connection().send(new CreateSecretCommand({ Name, SecretString }))
  },
  /** The secret is deleted at once. By default, Secrets Manager would keep it for 30 days. */
  remove: async name => {
    const deletion = { SecretId: prefix + name, ForceDeleteWithoutRecovery: true }
    await unlessMissing(connection().send(new DeleteSecretCommand(deletion)))
    cache.delete(prefix + name)
  },
})

async function read<Value>(name: string): Promise<Value | null> {
  const secret = await unlessMissing(connection().send(new GetSecretValueCommand({ SecretId: name })))
  return secret?.SecretString ? (JSON.parse(secret.SecretString) as Value) : null
}

const unlessMissing = <T>(call: Promise<T>): Promise<T | null> =>
  call.catch(error => {
    if (error instanceof ResourceNotFoundException) return null
    throw error
  })

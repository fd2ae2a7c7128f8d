/** Stores the keys of payment gateways, one set for each account and mode: in Secrets Manager, or in files. */

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
import { sdkTimeouts, stopAtDeadline } from '../core/deadline.ts'
import { env } from '../core/env.ts'
import { writePrivateFile } from '../core/private-file.ts'
import { gatewaySecretsOf } from '../core/stack-names.ts'
import type { Tenant } from '../core/tenant.ts'

export interface GatewayKeys {
  apiKey: string
  /** The secret of the gateway's webhook endpoint; null until the endpoint exists. */
  webhookSecret: string | null
  /**
   * The Stripe account of the key; null if the key has no permission to read it, absent in keys of earlier versions.
   */
  stripeAccount?: string | null
}

interface KeyStore {
  load: (tenant: Tenant) => Promise<GatewayKeys | null>
  save: (tenant: Tenant, keys: GatewayKeys) => Promise<void>
  /** Removing keys that do not exist has no effect. */
  remove: (tenant: Tenant) => Promise<void>
}

const keyStore = (): KeyStore => (env.gatewayKeysDirectory ? keyFilesIn(env.gatewayKeysDirectory) : keySecrets)

export const loadGatewayKeys = (tenant: Tenant): Promise<GatewayKeys | null> => keyStore().load(tenant)

export const saveGatewayKeys = (tenant: Tenant, keys: GatewayKeys): Promise<void> => keyStore().save(tenant, keys)

export const removeGatewayKeys = (tenant: Tenant): Promise<void> => keyStore().remove(tenant)

/** Stores the keys on one machine, in files that only their owner can read. */
function keyFilesIn(directory: string): KeyStore {
  const fileOf = ({ account, mode }: Tenant) => join(directory, `${account}-${mode}.json`)
  return {
    load: async tenant => {
      try {
        return JSON.parse(await readFile(fileOf(tenant), 'utf8')) as GatewayKeys
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
        throw error
      }
    },
    save: (tenant, keys) => writePrivateFile(fileOf(tenant), JSON.stringify(keys)),
    remove: tenant => rm(fileOf(tenant), { force: true }),
  }
}

let connected: SecretsManagerClient | undefined

/** The client is created on first use, as most stores have no keys. */
function connection(): SecretsManagerClient {
  if (connected) return connected
  connected = new SecretsManagerClient(sdkTimeouts)
  stopAtDeadline(connected)
  return connected
}

/** Keys are cached only this long, so that a new key is soon used everywhere. */
const cacheMilliseconds = 5 * 60_000
const cache = new Map<string, { until: number; keys: GatewayKeys }>()

const nameOf = ({ account, mode }: Tenant) => `${gatewaySecretsOf(env.stage)}/${account}/${mode}`

const keySecrets: KeyStore = {
  /** A missing secret is not cached, so that a key is used as soon as it is set. */
  load: async tenant => {
    const name = nameOf(tenant)
    const cached = cache.get(name)
    if (cached && cached.until > now().getTime()) return cached.keys
    const keys = await read(name)
    if (keys) cache.set(name, { until: now().getTime() + cacheMilliseconds, keys })
    return keys
  },
  save: async (tenant, keys) => {
    const [name, SecretString] = [nameOf(tenant), JSON.stringify(keys)]
    const isStored = await unlessMissing(connection().send(new PutSecretValueCommand({ SecretId: name, SecretString })))
    if (!isStored) await connection().send(new CreateSecretCommand({ Name: name, SecretString }))
  },
  /** The secret is deleted at once. By default, Secrets Manager would keep it for 30 days. */
  remove: async tenant => {
    const deletion = { SecretId: nameOf(tenant), ForceDeleteWithoutRecovery: true }
    await unlessMissing(connection().send(new DeleteSecretCommand(deletion)))
    cache.delete(nameOf(tenant))
  },
}

async function read(name: string): Promise<GatewayKeys | null> {
  const secret = await unlessMissing(connection().send(new GetSecretValueCommand({ SecretId: name })))
  return secret?.SecretString ? (JSON.parse(secret.SecretString) as GatewayKeys) : null
}

const unlessMissing = <T>(call: Promise<T>): Promise<T | null> =>
  call.catch(error => {
    if (error instanceof ResourceNotFoundException) return null
    throw error
  })

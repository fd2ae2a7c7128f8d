/** Keeps the keys of gateways in files that only their owner can read, for one machine. */

import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Tenant } from '../core/tenant.ts'
import type { GatewayKeys, KeyStore } from './key-store.ts'

export function keyFilesIn(directory: string): KeyStore {
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
    /** A new file, because an existing one would keep its permissions. */
    save: async (tenant, keys) => {
      await mkdir(directory, { recursive: true, mode: 0o700 })
      const draft = `${fileOf(tenant)}.${process.pid}`
      await writeFile(draft, JSON.stringify(keys), { mode: 0o600, flag: 'wx' })
      await rename(draft, fileOf(tenant))
    },
    remove: tenant => rm(fileOf(tenant), { force: true }),
  }
}

/** Keeps the keys of gateways in files that only their owner can read, for one machine. */

import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { writePrivateFile } from '../core/private-file.ts'
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
    save: (tenant, keys) => writePrivateFile(fileOf(tenant), JSON.stringify(keys)),
    remove: tenant => rm(fileOf(tenant), { force: true }),
  }
}

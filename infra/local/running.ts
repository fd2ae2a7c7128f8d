/** Gives the local data to a command: through the API that runs on it, or opened for as long as the command takes. */

import { env } from '../../lib/core/env.ts'
import { directoryInUse } from './apis.ts'
import { createTable } from './create-table.ts'
import { startDatabase } from './database.ts'
import { databaseIn, defaultDirectory } from './directories.ts'
import { type DirectoryLock, isLockOwner, lockOrFindOwner } from './directory-lock.ts'

export interface LocalData {
  directory: string
  endpoint: string
  table: string
  /** Where the API answers, if it runs. */
  url: string | null
  close: () => Promise<void>
}

export async function openLocalData(wish: { directory?: string | undefined } = {}): Promise<LocalData> {
  const directory = wish.directory ?? (await directoryMeant())
  const held = await lockOrFindOwner(directory)
  if (!isLockOwner(held)) return opened(directory, held)
  const { endpoint, table, url } = held
  return { directory, endpoint: endpoint ?? '', table, url, close: async () => {} }
}

/** Whoever names a database does not mean a running API's. */
const directoryMeant = async () => (env.dynamodbEndpoint ? defaultDirectory : directoryInUse())

async function opened(directory: string, { announce, release }: DirectoryLock): Promise<LocalData> {
  try {
    const { endpoint, stop } = await startDatabase({ directory: databaseIn(directory) })
    announce({ endpoint, url: null })
    await createTable(endpoint, env.tableName)
    const close = () => stop().finally(release)
    return { directory, endpoint, table: env.tableName, url: null, close }
  } catch (fault) {
    release()
    throw fault
  }
}

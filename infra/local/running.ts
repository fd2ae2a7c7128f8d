/** Gives the local data to a command: through the API that runs on it, or opened for as long as the command takes. */

import { join } from 'node:path'
import { env } from '../../lib/kit/env.ts'
import { createTable } from './create-table.ts'
import { startDatabase } from './database.ts'
import { type Hold, holdOrFind, isHolder } from './hold.ts'

export const defaultDirectory = '.local'

export const databaseIn = (directory: string) => join(directory, 'database')

export interface LocalData {
  endpoint: string
  table: string
  /** Where the API answers, if it runs. */
  url: string | null
  close: () => Promise<void>
}

export async function openLocalData({
  directory = defaultDirectory,
}: {
  directory?: string
} = {}): Promise<LocalData> {
  const held = await holdOrFind(directory)
  if (!isHolder(held)) return opened(directory, held)
  const { endpoint, table, url } = held
  return { endpoint: endpoint ?? '', table, url, close: async () => {} }
}

async function opened(directory: string, { announce, release }: Hold): Promise<LocalData> {
  try {
    const { endpoint, stop } = await startDatabase({ directory: databaseIn(directory) })
    announce({ endpoint, url: null })
    await createTable(endpoint, env.tableName)
    return { endpoint, table: env.tableName, url: null, close: () => stop().finally(release) }
  } catch (fault) {
    release()
    throw fault
  }
}

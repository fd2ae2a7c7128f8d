/** Opens the table a command is meant for: a stage's in AWS, the one DYNAMODB_ENDPOINT names, or this machine's. */

import { env } from '../../lib/kit/env.ts'
import { createTable } from '../local/create-table.ts'
import { openLocalData } from '../local/running.ts'
import type { Settings } from './settings.ts'
import { tableOfStage } from './stage.ts'

interface Place {
  table: string
  /** None where the table is AWS's own. */
  endpoint?: string
  close?: () => Promise<void>
}

async function placeOf({ stage, data }: Settings): Promise<Place> {
  if (stage) return { table: await tableOfStage(stage) }
  const endpoint = env.dynamodbEndpoint
  if (!endpoint) return openLocalData({ directory: data })
  await createTable(endpoint, env.tableName)
  return { table: env.tableName, endpoint }
}

/** The rooms connect as they are loaded, so that where to must be known before. */
async function load({ table, endpoint }: Place) {
  process.env.TABLE_NAME = table
  process.env.DYNAMODB_ENDPOINT = endpoint ?? ''
  const accounts = await import('../../lib/accounts/index.ts')
  const domains = await import('../../lib/domains/index.ts')
  const keys = await import('../../lib/keys/index.ts')
  return { accounts, domains, keys }
}

export type Rooms = Awaited<ReturnType<typeof load>>

export async function open(settings: Settings): Promise<{ rooms: Rooms; close: () => Promise<void> }> {
  const place = await placeOf(settings)
  return { rooms: await load(place), close: async () => place.close?.() }
}

/** Opens the table a command is meant for: a stage's in AWS, the one DYNAMODB_ENDPOINT names, or this machine's. */

import { findLocalTable } from '../local/local-table.ts'
import type { SendBatch } from './send-batches.ts'
import type { Settings } from './settings.ts'
import { tableOfStage } from './stage.ts'

/** By which checkout events get in. */
interface Entrance {
  hand: SendBatch
  /** What people should know when it is done. */
  afterwards: string | null
}

interface Place {
  table: string
  /** None where the table is AWS's own. */
  endpoint?: string
  close?: () => Promise<void>
  entrance: Entrance
}

/** Loaded when something is sent, as it brings much with it. */
const entranceOf = (stage: string): Entrance => ({
  hand: async events => (await import('./bus-transport.ts')).toBus(events, stage),
  afterwards: 'They are on the bus. What the Lambda refuses lies with its dead letters in half an hour.',
})

const localEntrance = (isServed: boolean): Entrance => ({
  hand: async events => (await import('./lambda-transport.ts')).toLambda(events),
  afterwards: isServed ? null : 'No API runs on this data: totals follow when one starts.',
})

async function placeOf({ stage, data }: Settings): Promise<Place> {
  if (stage) return { table: await tableOfStage(stage), entrance: entranceOf(stage) }
  const local = await findLocalTable(data)
  return { ...local, entrance: localEntrance(local.isServed) }
}

/** On standard output there is the answer and nothing else. */
const quiet = { POWERTOOLS_LOG_LEVEL: 'ERROR', POWERTOOLS_METRICS_DISABLED: 'true' }

/** The rooms connect as they are loaded, so that where to must be known before. */
async function load({ table, endpoint = '', entrance }: Place) {
  Object.assign(process.env, quiet, { TABLE_NAME: table, DYNAMODB_ENDPOINT: endpoint })
  const accounts = await import('../../lib/accounts/index.ts')
  const domains = await import('../../lib/domains/index.ts')
  const keys = await import('../../lib/keys/index.ts')
  /** These know every entity there is, and are loaded by the few commands that want them. */
  const checkout = () => import('../../lib/checkout/index.ts')
  const maintenance = () => import('../../lib/maintenance/index.ts')
  return { accounts, checkout, domains, keys, maintenance, entrance }
}

export type Modules = Awaited<ReturnType<typeof load>>

export async function open(settings: Settings): Promise<{ rooms: Modules; close: () => Promise<void> }> {
  const place = await placeOf(settings)
  return { rooms: await load(place), close: async () => place.close?.() }
}

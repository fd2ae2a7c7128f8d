/** Connects the modules to the table of a stage in AWS, or to the one on this machine. */

import { findLocalTable } from '../local/local-table.ts'
import type { GlobalOptions } from './input.ts'
import type { SendBatch } from './send-batches.ts'
import { tableOfStage } from './stage.ts'

/** How checkout events are sent. */
interface Transport {
  send: SendBatch
  /** Printed after sending. */
  note: string | null
}

interface Target {
  table: string
  /** Undefined where the table is in AWS. */
  endpoint?: string
  transport: Transport
}

/** Loaded only when something is sent. */
const stageTransport = (stage: string): Transport => ({
  send: async events => (await import('./bus-transport.ts')).toBus(events, stage),
  note: 'The events are on the bus. Those that the Lambda rejects are in the dead letter queue within half an hour.',
})

const localTransport = (isServed: boolean): Transport => ({
  send: async events => (await import('./lambda-transport.ts')).toLambda(events),
  note: isServed ? null : 'No API is running on this table: totals are counted when one starts.',
})

async function targetOf({ stage, data }: GlobalOptions): Promise<Target> {
  if (stage) return { table: await tableOfStage(stage), transport: stageTransport(stage) }
  const { endpoint, table, isServed } = await findLocalTable(data)
  return { endpoint, table, transport: localTransport(isServed) }
}

/** Standard output is for the result of the command alone. */
const quiet = { POWERTOOLS_LOG_LEVEL: 'ERROR', POWERTOOLS_METRICS_DISABLED: 'true' }

export type Modules = Awaited<ReturnType<typeof openModules>>

/** Modules connect when they are loaded, so the environment must name the table before. */
export async function openModules(settings: GlobalOptions) {
  const { table, endpoint = '', transport } = await targetOf(settings)
  Object.assign(process.env, quiet, { TABLE_NAME: table, DYNAMODB_ENDPOINT: endpoint })
  const accounts = await import('../../lib/accounts/index.ts')
  const domains = await import('../../lib/domains/index.ts')
  const keys = await import('../../lib/keys/index.ts')
  /** These load every entity there is, and few commands need them. */
  const checkout = () => import('../../lib/checkout/index.ts')
  const maintenance = () => import('../../lib/maintenance/index.ts')
  return { accounts, checkout, domains, keys, maintenance, transport }
}

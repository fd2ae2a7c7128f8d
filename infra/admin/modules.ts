/** Connects the modules to the table of a stage in AWS, or to the table on this machine. */

import { findLocalTable, tableVariables } from '../local/database/local-table.ts'
import type { EventArchive } from './events/event-archive.ts'
import type { Send } from './events/send-batches.ts'
import type { GlobalOptions } from './input.ts'
import type { LetterQueue, LetterSource } from './letters/letter-queue.ts'
import { tableOfStage } from './stage.ts'
import { storeCommand } from './store-options.ts'

/** Defines how checkout events are sent. */
interface Transport {
  send: Send
  /** A text that is printed after sending. */
  note: string | null
}

interface Target {
  /** The environment variables with the names of the table and its database, and the place of the gateway keys. */
  environment: Record<string, string>
  transport: Transport
  openArchive: () => Promise<EventArchive>
  openLetters: (source: LetterSource) => Promise<LetterQueue>
}

/** The clients of AWS services are loaded only when they are used. */
const stageTransport = (stage: string): Transport => ({
  send: async (...args) => (await import('./events/bus-transport.ts')).toBus(stage)(...args),
  note: `The events are on the bus. Those that the Lambda rejects are dead letters within half an hour: ${storeCommand('letters list', { stage, data: null })}`,
})

const localTransport = (isServed: boolean): Transport => ({
  send: async (...args) => (await import('./events/lambda-transport.ts')).toLambda(...args),
  note: isServed ? null : 'No API is running on this table: totals are counted when one starts.',
})

const stageQueues = (stage: string): Pick<Target, 'openArchive' | 'openLetters'> => ({
  openArchive: async () => (await import('./events/event-archive.ts')).archiveIn(stage),
  openLetters: async source => (await import('./letters/stage-letters.ts')).stageLetters(source, stage),
})

async function noArchive(): Promise<never> {
  throw new Error('Only the bus of a stage has an archive: add --stage. Here, send the files again.')
}

const notLocal = { DYNAMODB_ENDPOINT: '', GATEWAY_KEYS_DIR: '', DEAD_LETTERS_DIR: '', MAIL_DIR: '' }

async function targetOf({ stage, data }: GlobalOptions): Promise<Target> {
  if (stage) {
    const environment = { STAGE: stage, TABLE_NAME: await tableOfStage(stage), ...notLocal }
    return { environment, transport: stageTransport(stage), ...stageQueues(stage) }
  }
  const { isServed, ...table } = await findLocalTable(data)
  const openLetters: Target['openLetters'] = async source =>
    (await import('./letters/local-letters.ts')).localLetters(source, table)
  const environment = tableVariables(table)
  return { environment, transport: localTransport(isServed), openArchive: noArchive, openLetters }
}

/** Logs are turned off, as a command prints only its result, and its errors as sentences. */
const quiet = { POWERTOOLS_LOG_LEVEL: 'SILENT', POWERTOOLS_METRICS_DISABLED: 'true' }

export type Modules = Awaited<ReturnType<typeof openModules>>

/** Modules connect to the table when they are loaded, so the environment must name it before. */
export async function openModules(settings: GlobalOptions) {
  const { environment, ...target } = await targetOf(settings)
  Object.assign(process.env, quiet, environment)
  const accounts = await import('../../lib/accounts/index.ts')
  const domains = await import('../../lib/domains/index.ts')
  const keys = await import('../../lib/keys/index.ts')
  /** These modules load all entities, which few commands need. */
  const checkout = () => import('../../lib/checkout/index.ts')
  const maintenance = () => import('../../lib/maintenance/index.ts')
  const gatewayKeys = () => import('../../lib/payments/gateway-keys.ts')
  const payments = () => import('../../lib/payments/index.ts')
  const recovery = () => import('../../lib/recovery/index.ts')
  const accountData = () => import('../../lib/account-data/index.ts')
  const sandbox = () => import('../../lib/payments/sandbox.ts')
  const place = { stage: settings.stage ?? null, data: settings.data ?? null }
  const commands = { accounts, accountData, checkout, domains, gatewayKeys, keys, maintenance, payments }
  return { ...commands, recovery, sandbox, ...place, ...target }
}

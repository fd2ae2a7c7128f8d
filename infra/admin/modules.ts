/** Loads the modules of `lib` for a command, and connects them to the table of a stage in AWS or on this machine. */

import { stackOutputs } from '../constants.ts'
import { findLocalTable, tableVariables } from '../local/database/local-table.ts'
import type { GlobalOptions } from './command-input.ts'
import type { DeadLetterQueue, DeadLetterSource } from './dead-letters/dead-letter-queue.ts'
import type { EventArchive } from './events/event-archive.ts'
import type { SendEvents } from './events/send-batches.ts'
import { readStackOutput } from './stack-outputs.ts'

interface Target {
  /** The environment variables that name the table, its database, and the directory of the gateway keys. */
  environment: Record<string, string>
  /** The command that sends checkout events calls `send`, and prints `note` after its result. */
  transport: { send: SendEvents; note: string | null }
  /** Returns the URL of the API; an ellipsis if no API runs on the table. */
  apiUrl: () => Promise<string>
  openArchive: () => Promise<EventArchive>
  openDeadLetters: (source: DeadLetterSource) => Promise<DeadLetterQueue>
}

type StoreCommand = (command: string) => string

/**
 * Returns a function that formats a `store` command for a message. The command gets the same `--stage` or `--data` as
 * the command that prints the message.
 */
export const storeCommandFor =
  ({ stage, data }: Partial<GlobalOptions>): StoreCommand =>
  command =>
    ['npm run store --', command, ...(stage ? ['--stage', stage] : []), ...(data ? ['--data', data] : [])].join(' ')

const notLocal = {
  DYNAMODB_ENDPOINT: '',
  GATEWAY_KEYS_DIR: '',
  EVENT_SECRETS_DIR: '',
  CHECKOUT_QUEUE_DIR: '',
  DEAD_LETTERS_DIR: '',
  MAIL_DIR: '',
}

/** The clients of AWS services are loaded only when they are used. */
const stageTarget = async (stage: string, storeCommand: StoreCommand): Promise<Target> => ({
  environment: { STAGE: stage, TABLE_NAME: await readStackOutput(stage, stackOutputs.table), ...notLocal },
  transport: {
    send: async (...args) => (await import('./events/bus-sender.ts')).createBusSender(stage)(...args),
    note: `The events are on the bus. Those that the Lambda rejects are dead letters within half an hour: ${storeCommand('letters list')}`,
  },
  apiUrl: () => readStackOutput(stage, stackOutputs.apiUrl),
  openArchive: async () => (await import('./events/event-archive.ts')).openEventArchive(stage),
  openDeadLetters: async source =>
    (await import('./dead-letters/stage-dead-letters.ts')).openStageDeadLetters(source, stage),
})

async function localTarget(data: string | undefined): Promise<Target> {
  const table = await findLocalTable(data)
  return {
    environment: tableVariables(table),
    transport: {
      send: async (...args) => (await import('./events/local-queue-sender.ts')).sendToLocalQueue(...args),
      note: table.url ? null : 'No API is running on this table: totals are counted when one starts.',
    },
    apiUrl: async () => table.url ?? '…',
    openArchive: async () => {
      throw new Error('Only the bus of a stage has an archive: add --stage. Here, send the files again.')
    },
    openDeadLetters: async source =>
      (await import('./dead-letters/local-dead-letters.ts')).openLocalDeadLetters(source, table),
  }
}

/** These variables turn off logs, because a command prints only its result and sentences about errors. */
const quiet = { POWERTOOLS_LOG_LEVEL: 'SILENT', POWERTOOLS_METRICS_DISABLED: 'true' }

/** These modules load all entities, so each is loaded only when a command needs it. */
const largeModules = {
  accountData: () => import('../../lib/account-data/index.ts'),
  events: () => import('../../lib/events/index.ts'),
  checkout: () => import('../../lib/checkout/index.ts'),
  gatewayKeys: () => import('../../lib/payments/gateway-keys.ts'),
  maintenance: () => import('../../lib/maintenance/index.ts'),
  payments: () => import('../../lib/payments/index.ts'),
  recovery: () => import('../../lib/recovery/index.ts'),
  sandbox: () => import('../../lib/payments/sandbox.ts'),
  stripeBackfill: () => import('../../lib/stripe-events/backfill.ts'),
}

export type Modules = Awaited<ReturnType<typeof connectModules>>

/** The modules connect to the table when they are loaded, so the environment variables are set first. */
export async function connectModules(settings: GlobalOptions) {
  const { stage, data } = settings
  const storeCommand = storeCommandFor(settings)
  const { environment, ...target } = await (stage ? stageTarget(stage, storeCommand) : localTarget(data))
  Object.assign(process.env, quiet, environment)
  return {
    accounts: await import('../../lib/accounts/index.ts'),
    domains: await import('../../lib/domains/index.ts'),
    keys: await import('../../lib/keys/index.ts'),
    ...largeModules,
    ...target,
    stage: stage ?? null,
    storeCommand,
  }
}

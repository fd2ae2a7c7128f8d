/**
 * Connects a command to the table, checkout events and dead letters of a stage in AWS or of this machine. Only a stage
 * has an event archive.
 */

import type { Maintenance } from '../../lib/maintenance-mode/index.ts'
import { stackOutputs } from '../constants.ts'
import { resolveLocalTable } from '../local/database/local-table-connection.ts'
import { localDataVariables } from '../local/environment-variables.ts'
import type { GlobalOptions } from './command-options.ts'
import type { DeadLetterQueue, DeadLetterSource } from './dead-letters/dead-letter-queue.ts'
import type { EventArchive } from './events/event-archive.ts'
import type { SendEvents } from './events/send-batches.ts'
import { findStackOutput, readStackOutput } from './stack-outputs.ts'

interface Backend {
  /** The environment variables by which the modules of `lib` find the table and other storage. */
  environment: Record<string, string>
  /** The command `store send` sends the events with `send`, and then prints `note`. */
  transport: { send: SendEvents; note: string | null }
  /** Returns the URL of the API, which commands print. Returns `…` if no local API that uses this table is running. */
  apiUrl: () => Promise<string>
  openArchive: () => Promise<EventArchive>
  openDeadLetters: (source: DeadLetterSource) => Promise<DeadLetterQueue>
  /**
   * Resumes the delivery of checkout events to their Lambda, or pauses it if `isEnabled` is false. While the delivery
   * is paused, events wait in their queue.
   */
  setEventDelivery: (isEnabled: boolean) => Promise<void>
  /** Returns a phrase that says whether checkout events are delivered, such as `delivery is disabled`. */
  describeEventDelivery: (maintenance: Maintenance | null) => Promise<string>
}

type FormatCommand = (command: string) => string

/**
 * Returns a function that formats a `store` command for a message. The function adds the options `--stage` and `--data`
 * of the running command.
 */
export const createCommandFormatter =
  ({ stage, data }: Partial<GlobalOptions>): FormatCommand =>
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

/**
 * If an earlier release deployed the stack, `SECRETS_KEY` is empty, because that stack has no key for secrets. Only
 * commands that encrypt or decrypt secrets need the key.
 */
async function stageEnvironment(stage: string): Promise<Record<string, string>> {
  const [table, secretsKey = ''] = await Promise.all([
    readStackOutput(stage, stackOutputs.table),
    findStackOutput(stage, stackOutputs.secretsKey),
  ])
  return { STAGE: stage, TABLE_NAME: table, SECRETS_KEY: secretsKey, ...notLocal }
}

/** The clients of EventBridge, SQS and Lambda are loaded only when a command uses them. */
const stageBackend = async (stage: string, formatCommand: FormatCommand): Promise<Backend> => ({
  environment: await stageEnvironment(stage),
  transport: {
    send: async (...args) => (await import('./events/bus-sender.ts')).createBusSender(stage)(...args),
    note: `The events are on the bus. Those that the Lambda rejects are dead letters within half an hour: ${formatCommand('letters list')}`,
  },
  apiUrl: () => readStackOutput(stage, stackOutputs.apiUrl),
  openArchive: async () => (await import('./events/event-archive.ts')).openEventArchive(stage),
  openDeadLetters: async source =>
    (await import('./dead-letters/stage-dead-letters.ts')).openStageDeadLetters(source, stage),
  setEventDelivery: async isEnabled =>
    (await import('./events/checkout-queue-delivery.ts')).setCheckoutQueueDelivery(stage, isEnabled),
  describeEventDelivery: async () =>
    `delivery is ${(await (await import('./events/checkout-queue-delivery.ts')).readCheckoutQueueDelivery(stage)).toLowerCase()}`,
})

async function localBackend(data: string | undefined): Promise<Backend> {
  const table = await resolveLocalTable(data)
  return {
    environment: localDataVariables(table),
    transport: {
      send: async (...args) => (await import('./events/local-lambda-sender.ts')).sendToLocalLambda(...args),
      note: table.url ? null : 'No API is running on this table: totals are counted when one starts.',
    },
    apiUrl: async () => table.url ?? '…',
    openArchive: async () => {
      throw new Error('Only the bus of a stage has an archive: add --stage. Here, send the files again.')
    },
    openDeadLetters: async source =>
      (await import('./dead-letters/local-dead-letters.ts')).openLocalDeadLetters(source, table),
    /** Does nothing, because the local queue itself reads from the table whether it must pause for maintenance. */
    setEventDelivery: async () => {},
    describeEventDelivery: async maintenance => (maintenance && !maintenance.appliesEvents ? 'wait' : 'are applied'),
  }
}

export const openStageOrLocalBackend = (
  { stage, data }: GlobalOptions,
  formatCommand: FormatCommand,
): Promise<Backend> => (stage ? stageBackend(stage, formatCommand) : localBackend(data))

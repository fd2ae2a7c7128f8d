/** The command that imports a store from another server with the same API. */

import type { Command } from 'commander'
import * as z from 'zod'
import { createClient } from '../../../lib/client/index.ts'
import { now } from '../../../lib/core/clock.ts'
import { boolean, caseInsensitiveEnum, dateTime, decimal, integer, nonBlank } from '../../../lib/core/fields.ts'
import { importKinds } from '../../../lib/import/source-replies.ts'
import { commandErrorMessage } from '../../error-text.ts'
import { defaultDataDirectory } from '../../local/data-directory.ts'
import {
  addStoreOptions,
  type CommandContext,
  type CommandHandler,
  type CreateAction,
  StoreOptions,
} from '../command.ts'
import { readSecretFromStdin, splitAtCommas } from '../command-options.ts'
import { openState, saveState } from './import-state.ts'
import { createRateLimitedFetch } from './rate-limited-fetch.ts'
import { statusOfError } from './source-readers.ts'

const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/

/** The key may be sent only over an encrypted connection, or within this machine. */
const isSafe = ({ protocol, hostname }: URL) =>
  protocol === 'https:' || (protocol === 'http:' && loopback.test(hostname))
const isPlain = ({ username, password, search, hash }: URL) => !username && !password && !search && !hash

const sourceUrl = nonBlank(2000)
  .refine(value => URL.canParse(value) && isSafe(new URL(value)), {
    error: 'must be an https URL, or an http URL on this machine',
  })
  .refine(value => !URL.canParse(value) || isPlain(new URL(value)), {
    error: 'must not have a user name, a query or a fragment',
  })
  .transform(value => value.replace(/\/+$/, ''))

const kindList = z.preprocess(splitAtCommas, z.array(caseInsensitiveEnum(importKinds)).min(1))

const dayMilliseconds = 24 * 3_600_000

const daysAgo = (days: number) => new Date(now().getTime() - days * dayMilliseconds).toISOString()

/** Accepts a date, or a number of days before now, such as `3d`. */
const Since = z.preprocess(value => {
  const days = typeof value === 'string' ? /^(\d{1,4})d$/.exec(value.trim())?.[1] : undefined
  return days ? daysAgo(Number(days)) : value
}, dateTime)

const ImportInput = StoreOptions.extend({
  from: sourceUrl,
  fromKeyStdin: boolean.default(false),
  state: nonBlank().optional(),
  rate: decimal({ min: 0.01, max: 1000 }).default(10),
  dryRun: boolean.default(false),
  only: kindList.optional(),
  /**
   * The text of the option, not converted to a date. A run continues an interrupted run only if both have the same
   * text. Their dates are not compared, because `3d` is another date in each run.
   */
  since: nonBlank(100)
    .refine(value => Since.safeParse(value).success, { error: 'must be a date, or days such as 3d' })
    .optional(),
  overwriteStock: boolean.default(false),
  nextCreditNote: integer({ min: 1 }).optional(),
  wait: integer({ max: 600 }).default(60),
}).refine(({ fromKeyStdin }) => fromKeyStdin, { path: ['fromKeyStdin'], error: 'is required' })
type ImportInput = z.output<typeof ImportInput>

/**
 * The time-out of the client is as long as possible, because it includes the time that a request waits for its turn.
 * The function `createRateLimitedFetch` sets a shorter time-out for each request.
 */
const clientMilliseconds = 2 ** 31 - 1

async function connect({ from, rate }: ImportInput, { report }: CommandContext) {
  const key = await readSecretFromStdin('the secret key of the source')
  const onWait = (seconds: number) => report({ text: `The source asks to wait ${seconds} s` })
  const fetch = createRateLimitedFetch({ callsPerSecond: rate, onWait })
  return {
    shop: createClient({ url: from, key, fetch, retries: 10, timeout: clientMilliseconds }),
    describeError: (error: unknown) => withoutKey(sourceErrorMessage(error), key),
  }
}

/** The source may quote the key in its reply, so the key is removed from error messages. */
const withoutKey = (message: string, key: string) =>
  message.replaceAll(key, '…').replaceAll(Buffer.from(`${key}:`).toString('base64'), '…')

function sourceErrorMessage(error: unknown): string {
  const status = statusOfError(error)
  if (status === 401) return 'The source refused the key.'
  return status === null
    ? commandErrorMessage(error)
    : `The source replied with ${status}: ${commandErrorMessage(error)}`
}

const stateFileOf = ({ state, account, mode }: ImportInput, stage: string | null) =>
  state ?? `${defaultDataDirectory}/import/${[stage, account, mode].filter(Boolean).join('-')}.json`

function openRun(input: ImportInput, { stage }: CommandContext) {
  const { account, mode, from: source, since, only = importKinds, overwriteStock } = input
  const file = stateFileOf(input, stage)
  const chosen = importKinds.filter(kind => only.includes(kind))
  const options = [...chosen, since, ...(overwriteStock ? ['overwriteStock'] : [])].join(' ')
  const settings = { source, account, mode, options, since: since ? Since.parse(since) : null, kinds: chosen }
  const state = openState(file, settings)
  return { state, kinds: chosen, save: () => saveState(file, state) }
}

const importStore: CommandHandler<typeof ImportInput> = async (input, context) => {
  const { account, mode, dryRun, overwriteStock, wait: waitSeconds, nextCreditNote } = input
  const { accounts, report } = context
  const { cartDays } = await accounts.get(account)
  /** These files load modules that connect to the table, so they are imported after the name of the table is set. */
  const { countForDryRun } = await import('./dry-run.ts')
  const { runImport } = await import('./run-import.ts')
  const source = await connect(input, context)
  const settings = { tenant: { account, mode }, cartsSince: daysAgo(cartDays), overwriteStock, waitSeconds }
  const run = { ...openRun(input, context), ...source, ...settings, nextCreditNote, report }
  try {
    return await (dryRun ? countForDryRun(run) : runImport(run))
  } catch (error) {
    return { json: null, text: '', errors: [source.describeError(error), 'Stopped. To go on, repeat the command.'] }
  }
}

export function addImportCommand(program: Command, createAction: CreateAction): void {
  addStoreOptions(program.command('import'))
    .description(
      'Imports a store from another server of this API. Reads its key from standard input. Nothing that happened there happens again: no mail, no payment, no stock movement.',
    )
    .option('--from <url>', 'address of the API to read (required)')
    .option('--from-key-stdin', 'read its secret key from standard input (required)')
    .option('--state <file>', `file that records how far the import is (default: in ${defaultDataDirectory}/import)`)
    .option('--rate <calls>', 'requests to the source per second (default: 10)')
    .option('--dry-run', 'only count, and write nothing')
    .option('--only <kinds>', `import only these, separated by commas: ${importKinds.join(', ')}`)
    .option(
      '--since <date>',
      'of the orders, only those created or changed since this date, or the last days, such as 3d',
    )
    .option('--overwrite-stock', 'replace the stock of all products here by that of the source')
    .option(
      '--next-credit-note <number>',
      'number of the next credit note. Default: the one after the highest imported',
    )
    .option(
      '--wait <seconds>',
      'longest time to wait until the lists have counted what was imported, and again for what differs (default: 60)',
    )
    .action(createAction(ImportInput, importStore))
}

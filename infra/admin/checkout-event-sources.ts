/** The commands for event sources. An event source sends checkout events over HTTPS without an API key. */

import type { Command } from 'commander'
import type * as z from 'zod'
import { boolean, guid, nonBlank } from '../../lib/core/fields.ts'
import type { EventSource } from '../../lib/events/entity.ts'
import {
  AccountOption,
  addAccountArgument,
  addAccountOption,
  addStoreOptions,
  type CommandHandler,
  type CreateAction,
  StoreOptions,
} from './command.ts'
import { readSecretFromStdin } from './command-options.ts'
import type { Modules } from './modules.ts'
import { formatDate, formatFields, formatTable } from './text-tables.ts'

const isHttpUrl = (value: string) => /^https?:$/.test(URL.parse(value)?.protocol ?? '')

const NewSource = StoreOptions.extend({
  signed: boolean.default(false),
  hosted: boolean.default(false),
  api: nonBlank(1000).refine(isHttpUrl, { error: 'must be an http or https URL' }).optional(),
  keyStdin: boolean.default(false),
})
  .refine(({ signed, hosted }) => signed !== hosted, {
    path: ['signed'],
    error: 'or --hosted is required, and not both',
  })
  .refine(({ hosted, api }) => hosted === (api !== undefined), {
    path: ['api'],
    error: 'is required with --hosted only',
  })
  .refine(({ hosted, keyStdin }) => hosted === keyStdin, {
    path: ['keyStdin'],
    error: 'is required with --hosted only',
  })
type NewSource = z.output<typeof NewSource>

const add: CommandHandler<typeof NewSource> = async (input, modules) => {
  const { account, mode } = input
  const { addSource } = await modules.events()
  const { source, path, secret } = await addSource({ account, mode, hosted: await hostedOf(input, modules) })
  const url = `${(await modules.apiUrl()).replace(/\/$/, '')}${path}`
  const fields = { id: source.id, url, ...(secret && { 'signing secret': secret }) }
  return { json: { ...source, url, secret }, text: [formatFields(fields), addedNote(source)].join('\n\n') }
}

async function hostedOf({ api, hosted }: NewSource, { stage }: Modules) {
  if (!hosted || !api) return undefined
  if (stage && !api.startsWith('https:')) throw new Error('--api must be an https URL, because it gets the key.')
  return { api: api.replace(/\/+$/, ''), apiKey: await readSecretFromStdin('the key') }
}

const addedNote = ({ kind }: EventSource) =>
  kind === 'signed'
    ? 'The URL and the secret are shown only once: enter them in the sender now.'
    : 'The URL is shown only once: enter it as the webhook of the hosted service now.'

const list: CommandHandler<typeof AccountOption> = async ({ account }, { events }) => {
  const sources = await (await events()).listSources(account)
  return { json: sources, text: sources.length > 0 ? tableOf(sources) : 'The store has no event sources.' }
}

function tableOf(sources: EventSource[]): string {
  const rows = sources.map(source => ({
    ...source,
    api: source.api ?? '-',
    'ends in': source.ending,
    added: formatDate(source.creationDate),
  }))
  return formatTable(['id', 'mode', 'kind', 'api', 'ends in', 'added'], rows)
}

const ExistingSource = AccountOption.extend({ source: guid })

const rotateNote =
  'The secret is shown only once: enter it in the sender now. It is valid within 5 minutes, and the old one for another 24 hours.'

const rotate: CommandHandler<typeof ExistingSource> = async ({ account, source: id }, { events }) => {
  const { source, secret } = await (await events()).rotateSecret(account, id)
  return { json: { ...source, secret }, text: [secret, rotateNote].join('\n\n') }
}

const remove: CommandHandler<typeof ExistingSource> = async ({ account, source: id }, { events }) => {
  const removed = await (await events()).removeSource(account, id)
  return {
    json: removed,
    text: `${tableOf([removed])}\n\nThe source is removed. Its requests are refused from now on.`,
  }
}

const addSourceOption = (command: Command): Command =>
  addAccountOption(command).option('--source <id>', 'id of the source, as event-source list shows it (required)')

export function addCheckoutEventSourceCommands(program: Command, createAction: CreateAction): void {
  const group = program
    .command('event-source')
    .description('Adds, lists and removes senders of checkout events over HTTPS that have no API key.')
  addStoreOptions(group.command('add'))
    .description('Adds a source, and prints its URL. The URL is shown only once.')
    .option('--signed', 'the sender signs its requests as Standard Webhooks; the command prints the secret')
    .option('--hosted', 'the sender is the hosted service, which confirms its requests')
    .option('--api <url>', 'URL of the API of the hosted service')
    .option('--key-stdin', 'read the secret key for this API from standard input')
    .action(createAction(NewSource, add))
  addAccountArgument(group.command('list'))
    .description('Lists the sources of a store, oldest first, without their URLs and secrets.')
    .action(createAction(AccountOption, list))
  addSourceOption(group.command('rotate'))
    .description('Replaces the secret of a signed source. The old one stays valid for 24 hours.')
    .action(createAction(ExistingSource, rotate))
  addSourceOption(group.command('remove'))
    .description('Removes a source with its secret.')
    .action(createAction(ExistingSource, remove))
}

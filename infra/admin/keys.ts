/** The commands that create, list and revoke secret API keys. */

import type { Command } from 'commander'
import { defaultScope, keyScopes } from '../../lib/core/key-scopes.ts'
import { Key, NewKey } from '../../lib/keys/schemas.ts'
import {
  AccountOption,
  addAccountArgument,
  addAccountOption,
  type CommandHandler,
  type CreateAction,
  keyCacheNotice,
  refuseInCommandProject,
} from './command.ts'
import { formatDate, formatTable } from './text-tables.ts'

function tableOf(keys: Key[]): string {
  const rows = keys.map(key => ({
    ...key,
    'ends in': key.ending,
    created: formatDate(key.creationDate),
    'last used': formatDate(key.lastUsedOn),
    expires: formatDate(key.expires),
  }))
  return formatTable(['id', 'mode', 'scope', 'name', 'ends in', 'created', 'last used', 'expires', 'state'], rows)
}

const createdNote = 'The key is shown only once: store it now. Other keys stay valid until they are revoked or expire.'

const create: CommandHandler<typeof NewKey> = async (newKey, { keys }) => {
  refuseInCommandProject('the secret key')
  const created = await keys.issue(newKey)
  return { json: created, text: [tableOf([created]), created.secret, createdNote].join('\n\n') }
}

const list: CommandHandler<typeof AccountOption> = async ({ account }, { keys }) => {
  const all = await keys.list(account)
  return { json: all, text: all.length > 0 ? tableOf(all) : 'The store has no keys.' }
}

const ExistingKey = AccountOption.extend({ key: Key.shape.id })

const revoke: CommandHandler<typeof ExistingKey> = async ({ account, key }, { keys }) => {
  const revoked = await keys.revoke(account, key)
  return { json: revoked, text: `${tableOf([revoked])}\n\n${keyCacheNotice}` }
}

export function addKeyCommands(program: Command, createAction: CreateAction): void {
  const group = program.command('key').description('Creates, lists and revokes secret API keys.')
  addAccountOption(group.command('create'))
    .description('Creates another key for a store. It is shown only once.')
    .option('--mode <mode>', 'data that the key can access: Live or Test (required)')
    .option('--scope <scope>', `requests that the key can send: ${keyScopes.join(', ')}. Default: ${defaultScope}`)
    .option('--name <text>', 'name of the key, such as its use')
    .option('--expires <date>', 'expiry date or time, in UTC; a date means the end of that day. Default: never')
    .action(createAction(NewKey, create))
  addAccountArgument(group.command('list'))
    .description(
      'Lists the keys of a store, oldest first, without their secrets. The last use is recorded once an hour.',
    )
    .action(createAction(AccountOption, list))
  addAccountOption(group.command('revoke'))
    .description('Revokes a key permanently.')
    .option('--key <id>', 'id of the key, as key list shows it (required)')
    .action(createAction(ExistingKey, revoke))
}

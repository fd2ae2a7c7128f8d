/** The commands that create, list and revoke secret API keys. */

import type { Command } from 'commander'
import type * as z from 'zod'
import { type IssuedKey, Key, NewKey } from '../../lib/keys/schemas.ts'
import { cacheNotice } from './cache-notice.ts'
import { columns, dateText } from './columns.ts'
import type { Modules } from './modules.ts'
import type { Run } from './run.ts'
import { withAccount } from './store-options.ts'

const headings = ['id', 'mode', 'name', 'ends in', 'created', 'last used', 'expires', 'state']

const row = (key: Key) => [
  key.id,
  key.mode,
  key.name ?? '-',
  key.ending,
  dateText(key.creationDate),
  dateText(key.lastUsedOn),
  dateText(key.expires),
  key.state,
]

const table = (keys: Key[]) => columns([headings, ...keys.map(row)])

async function create(newKey: NewKey, { keys }: Modules) {
  const created = await keys.issue(newKey)
  return { json: created, text: createdText(created) }
}

const createdText = (key: IssuedKey) =>
  [
    table([key]),
    key.secret,
    'The key is shown only once: store it now. Other keys stay valid until they are revoked or expire.',
  ].join('\n\n')

async function list({ account }: Pick<Key, 'account'>, { keys }: Modules) {
  const all = await keys.list(account)
  return { json: all, text: all.length > 0 ? table(all) : 'The store has no keys.' }
}

const AccountNumber = NewKey.pick({ account: true })
const ExistingKey = AccountNumber.extend({ key: Key.shape.id })

async function revoke({ account, key }: z.output<typeof ExistingKey>, { keys }: Modules) {
  const revoked = await keys.revoke(account, key)
  return { json: revoked, text: `${table([revoked])}\n\n${cacheNotice}` }
}

export function addKeyCommands(program: Command, run: Run): void {
  const group = program.command('key').description('Creates, lists and revokes secret API keys.')
  group
    .command('create')
    .description('Creates another key for a store. It is shown only once.')
    .option('--account <number>', 'number of the account (required)')
    .option('--mode <mode>', 'data that the key can access: Live or Test (required)')
    .option('--name <text>', 'name of the key, such as its use')
    .option('--expires <date>', 'expiry date or time, in UTC; a date means the end of that day. Default: never')
    .action(run(NewKey, create))
  withAccount(group.command('list'))
    .description(
      'Lists the keys of a store, oldest first, without their secrets. The last use is recorded once an hour.',
    )
    .action(run(AccountNumber, list))
  group
    .command('revoke')
    .description('Revokes a key permanently.')
    .option('--account <number>', 'number of the account (required)')
    .option('--key <id>', 'id of the key, as key list shows it (required)')
    .action(run(ExistingKey, revoke))
}

/** Commands about secret API keys: issuing, listing and revoking them. */

import * as z from 'zod'
import { type IssuedKey, Key, NewKey } from '../../lib/keys/schemas.ts'
import { feltWithin } from './cache-notice.ts'
import { columns, moment } from './columns.ts'
import { command } from './command.ts'
import { option } from './option.ts'

const headings = ['id', 'mode', 'name', 'ends in', 'issued', 'expires', 'state']

const row = (key: Key) => [
  key.id,
  key.mode,
  key.name ?? '-',
  key.ending,
  moment(key.creationDate),
  moment(key.expires),
  key.state,
]

const table = (keys: Key[]) => columns([headings, ...keys.map(row)])

const handedOver = (key: IssuedKey) =>
  [
    table([key]),
    key.secret,
    'The key is shown this once: keep it now. Those issued before go on working, until they are revoked or expire.',
  ].join('\n\n')

const account = option(NewKey.shape.account, 'NUMBER', "the account's number")

export const keyCommands = [
  command({
    words: 'key create',
    purpose: 'Issues a key, shown this once, beside those the store has.',
    options: z.object({
      account,
      mode: option(NewKey.shape.mode, 'MODE', 'whose data it opens: Live or Test'),
      name: option(NewKey.shape.name, 'TEXT', 'what it is for'),
      expires: option(NewKey.shape.expires, 'DATE', 'its last day (or moment), UTC; without it, for good'),
    }),
    async run(wanted, openRooms) {
      const { keys } = await openRooms()
      const issued = await keys.issue(wanted)
      return { json: issued, text: handedOver(issued) }
    },
  }),
  command({
    words: 'key list',
    purpose: 'Lists the keys of a store, oldest first, without what opens it.',
    options: z.object({ account }),
    bare: 'account',
    async run({ account }, openRooms) {
      const { keys } = await openRooms()
      const all = await keys.list(account)
      return { json: all, text: all.length > 0 ? table(all) : 'The store has no keys.' }
    },
  }),
  command({
    words: 'key revoke',
    purpose: 'Makes a key worthless, for good; doing it twice changes nothing.',
    options: z.object({ account, key: option(Key.shape.id, 'ID', 'the id that key list shows') }),
    async run({ account, key }, openRooms) {
      const { keys } = await openRooms()
      const revoked = await keys.revoke(account, key)
      return { json: revoked, text: `${table([revoked])}\n\n${feltWithin}` }
    },
  }),
]

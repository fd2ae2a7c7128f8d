/** Commands about accounts: opening stores, looking at them, switching them on and off. */

import * as z from 'zod'
import { Account, NewAccount } from '../../lib/accounts/schemas.ts'
import { features, modes } from '../../lib/core/tenant.ts'
import { Domain } from '../../lib/domains/schemas.ts'
import { feltWithin } from './cache-notice.ts'
import { columns, moment } from './columns.ts'
import { command, type OpenModules, type Outcome } from './command.ts'
import { option } from './option.ts'

const headings = ['account', 'name', 'currency', 'features', 'state', 'opened']

const row = (account: Account) => [
  String(account.account),
  account.name,
  account.currency,
  account.features.join(',') || '-',
  account.enabled ? 'enabled' : 'disabled',
  moment(account.creationDate),
]

const table = (accounts: Account[]) => columns([headings, ...accounts.map(row)])

const asList = (written: unknown) =>
  typeof written === 'string' ? written.split(',').map(feature => feature.trim()) : written

/** A store is on HTTPS unless it says otherwise. */
const asDomain = (written: unknown) =>
  typeof written === 'string'
    ? { domain: written, protocol: /^\s*http:/i.test(written) ? 'HTTP' : 'HTTPS' }
    : written

const { name, currency, features: list } = NewAccount.shape
const NewStore = z.object({
  name: option(name, 'TEXT', 'what people call the store'),
  currency: option(currency, 'CODE', 'the currency it sells in, as ISO 4217 spells it'),
  features: option(
    z.preprocess(asList, list).default([]),
    'LIST',
    `what it uses, separated by commas: ${features.join(', ')}`,
  ),
  domain: option(z.preprocess(asDomain, Domain).optional(), 'HOST', 'its default domain, in both modes'),
})

/** The keys come last: whatever stops the command before leaves a store that nothing opens. */
async function openStore({ domain, ...wanted }: z.output<typeof NewStore>, openRooms: OpenModules) {
  const { accounts, domains, keys } = await openRooms()
  const opened = await accounts.create(wanted)
  const { account } = opened
  if (domain) for (const mode of modes) await domains.update({ account, mode }, { defaultDomain: domain })
  const Live = await keys.issue({ account, mode: 'Live' })
  const Test = await keys.issue({ account, mode: 'Test' })
  const secrets = { Live: Live.secret, Test: Test.secret }
  return { json: { ...opened, domain: domain ?? null, keys: secrets }, text: welcome(opened, secrets) }
}

const welcome = (opened: Account, { Live, Test }: { Live: string; Test: string }) =>
  [
    table([opened]),
    columns([
      ['Live key', Live],
      ['Test key', Test],
    ]),
    'The keys are shown this once: keep them now. Callers send one as the user name: curl -u KEY: …/discounts',
  ].join('\n\n')

const One = z.object({ account: option(Account.shape.account, 'NUMBER', "the account's number") })

const shown = (account: Account): Outcome => ({
  json: account,
  text: `${table([account])}\n\n${whereDownloadsAre(account)}\nIdle carts go after ${account.cartDays} days.`,
})

const whereDownloadsAre = ({ downloadsUrl }: Account) =>
  `Digital goods are at ${downloadsUrl ?? 'https://{default domain}/downloads'}/{orderToken}/{fileGuid}.`

/** What is not said at all is something else. */
const emptyAsNull = (written: unknown) => (typeof written === 'string' ? written.trim() || null : written)

const downloads = z.preprocess(emptyAsNull, Account.shape.downloadsUrl).optional()
const Settable = One.extend({
  downloads: option(downloads, 'URL', 'where it hands out digital goods; "" for under its default domain'),
  'cart-days': option(Account.shape.cartDays.optional(), 'NUMBER', 'after how many days an idle cart goes'),
}).refine(set => set.downloads !== undefined || set['cart-days'] !== undefined, {
  path: ['downloads'],
  error: 'or --cart-days is required',
})

async function setStore(set: z.output<typeof Settable>, openRooms: OpenModules) {
  const { accounts } = await openRooms()
  const { account, downloads, 'cart-days': days } = set
  if (downloads !== undefined) await accounts.setDownloadsUrl(account, downloads)
  if (days !== undefined) await accounts.setCartDays(account, days)
  return shown(await accounts.get(account))
}

async function switched(account: number, enabled: boolean, openRooms: OpenModules) {
  const { accounts } = await openRooms()
  const { json, text } = shown(await accounts.setEnabled(account, enabled))
  return { json, text: `${text}\n\n${feltWithin}` }
}

export const accountCommands = [
  command({
    words: 'account create',
    purpose: 'Opens a store with a key for each mode, shown this once.',
    options: NewStore,
    run: openStore,
  }),
  command({
    words: 'account list',
    purpose: 'Lists all stores, oldest first.',
    options: z.object({}),
    async run(_nothing, openRooms) {
      const { accounts } = await openRooms()
      const all = await accounts.list()
      return { json: all, text: all.length > 0 ? table(all) : 'There are no accounts yet.' }
    },
  }),
  command({
    words: 'account show',
    purpose: 'Shows one store.',
    options: One,
    bare: 'account',
    run: async ({ account }, openRooms) => shown(await (await openRooms()).accounts.get(account)),
  }),
  command({
    words: 'account set',
    purpose: 'Changes what a store has set.',
    options: Settable,
    bare: 'account',
    run: setStore,
  }),
  command({
    words: 'account enable',
    purpose: 'Lets callers in again.',
    options: One,
    bare: 'account',
    run: ({ account }, openRooms) => switched(account, true, openRooms),
  }),
  command({
    words: 'account disable',
    purpose: 'Answers every call with 403, whatever the key; nothing is deleted.',
    options: One,
    bare: 'account',
    run: ({ account }, openRooms) => switched(account, false, openRooms),
  }),
]

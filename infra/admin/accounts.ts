/** The commands that create stores, list them, and enable and disable them. */

import type { Command } from 'commander'
import * as z from 'zod'
import type { ListedAccount } from '../../lib/accounts/index.ts'
import { Account, NewAccount } from '../../lib/accounts/schemas.ts'
import { features, modes } from '../../lib/core/tenant.ts'
import { DefaultDomain } from '../../lib/domains/schemas.ts'
import { addAccountDataCommands } from './account-data.ts'
import { addSettingsCommands, FeatureList, settingsOf } from './account-settings.ts'
import { cacheNotice } from './cache-notice.ts'
import { columns, dateText } from './columns.ts'
import type { Modules } from './modules.ts'
import type { Run } from './run.ts'
import { withAccount } from './store-options.ts'

const headings = ['account', 'name', 'currency', 'features', 'state', 'created']

type Row = Account & Partial<ListedAccount>

const row = (account: Row) => [
  String(account.account),
  account.name,
  account.currency,
  account.features.join(',') || '-',
  stateOf(account),
  dateText(account.creationDate),
]

const stateOf = ({ deletingSince, enabled }: Row) =>
  deletingSince ? 'being deleted' : enabled ? 'enabled' : 'disabled'

const table = (accounts: Row[]) => columns([headings, ...accounts.map(row)])

/** A domain is HTTPS, unless the text begins with http:. */
const toDomain = (text: unknown) =>
  typeof text === 'string' ? { Domain: text, Protocol: /^\s*http:/i.test(text) ? 'HTTP' : 'HTTPS' } : text

const NewStore = NewAccount.extend({
  features: FeatureList.default([]),
  domain: z.preprocess(toDomain, DefaultDomain).optional(),
})

/** The keys are created last: if the command fails before, no key gives access to the incomplete store. */
async function create({ domain, ...newAccount }: z.output<typeof NewStore>, { accounts, domains, keys }: Modules) {
  const created = await accounts.create(newAccount)
  const { account } = created
  if (domain) for (const mode of modes) await domains.update({ account, mode }, { defaultDomain: domain })
  const Live = await keys.issue({ account, mode: 'Live' })
  const Test = await keys.issue({ account, mode: 'Test' })
  const secrets = { Live: Live.secret, Test: Test.secret }
  return { json: { ...created, domain: domain ?? null, keys: secrets }, text: createdText(created, secrets) }
}

const createdText = (created: Account, { Live, Test }: { Live: string; Test: string }) =>
  [
    table([created]),
    columns([
      ['Live key', Live],
      ['Test key', Test],
    ]),
    'The keys are shown only once: store them now. Callers send one as the user name: curl -u KEY: …/discounts',
  ].join('\n\n')

async function list(_input: object, { accounts }: Modules) {
  const all = await accounts.list()
  return { json: all, text: all.length > 0 ? table(all) : 'There are no accounts yet.' }
}

const AccountNumber = Account.pick({ account: true })

const setEnabled =
  (enabled: boolean) =>
  async ({ account }: Pick<Account, 'account'>, { accounts }: Modules) => {
    const { json, text } = settingsOf(await accounts.update(account, { enabled }))
    return { json, text: `${text}\n\n${cacheNotice}` }
  }

export function addAccountCommands(program: Command, run: Run): void {
  const group = program.command('account').description('Creates, shows and changes stores.')
  group
    .command('create')
    .description('Creates a store, and one key for each mode. The keys are shown only once.')
    .option('--name <text>', 'name of the store (required)')
    .option('--currency <code>', 'currency of the store, as an ISO 4217 code (required)')
    .option('--features <list>', `features to enable, separated by commas: ${features.join(', ')}`)
    .option('--domain <host>', 'its default domain, in both modes')
    .action(run(NewStore, create))
  group
    .command('list')
    .description('Lists all stores, oldest first.')
    .action(run(z.object({}), list))
  addSettingsCommands(group, run)
  addAccountDataCommands(group, run)
  withAccount(group.command('enable'))
    .description('Enables a disabled store.')
    .action(run(AccountNumber, setEnabled(true)))
  withAccount(group.command('disable'))
    .description(
      'Disables a store: calls with its keys get 403. Checkout events are still applied, and nothing is deleted.',
    )
    .action(run(AccountNumber, setEnabled(false)))
}

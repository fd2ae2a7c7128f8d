/** The commands that show and change the settings of a store. */

import type { Command } from 'commander'
import * as z from 'zod'
import { Account } from '../../lib/accounts/schemas.ts'
import { features, gateways, languages, modes } from '../../lib/core/tenant.ts'
import { cacheNotice } from './cache-notice.ts'
import { columns } from './columns.ts'
import { countElsewhere } from './elsewhere.ts'
import type { Modules } from './modules.ts'
import type { CommandResult, Run } from './run.ts'
import { storeCommand, withAccount } from './store-options.ts'

const AccountNumber = Account.pick({ account: true })

const show = async ({ account }: Pick<Account, 'account'>, { accounts }: Modules) =>
  settingsOf(await accounts.get(account))

/** An empty text becomes null, so that the default applies. */
const emptyToNull = (text: unknown) => (typeof text === 'string' ? text.trim() || null : text)

const splitList = (text: unknown) =>
  typeof text === 'string' ? (text.trim() ? text.split(',').map(part => part.trim()) : []) : text

export const FeatureList = z.preprocess(splitList, Account.shape.features)

const { downloadsUrl, cartDays, gatewayTest, gatewayLive, creditNotePrefix, mailFrom, language } = Account.shape

/** The settings by their option. A setting that is not given stays as it is. */
const Settings = z
  .object({
    features: FeatureList,
    downloads: z.preprocess(emptyToNull, downloadsUrl),
    cartDays,
    gatewayTest,
    gatewayLive,
    creditNotePrefix,
    mailFrom: z.preprocess(emptyToNull, mailFrom),
    language,
  })
  .partial()

const ChangedSettings = AccountNumber.extend(Settings.shape).refine(
  ({ account: _, ...settings }) => Object.values(settings).some(value => value !== undefined),
  { path: ['account'], error: 'needs at least one setting to change' },
)

async function set({ account, downloads, ...given }: z.output<typeof ChangedSettings>, modules: Modules) {
  const { accounts, stage, data } = modules
  const settings = { ...given, downloadsUrl: downloads }
  const changed = Object.entries(settings).filter(([, value]) => value !== undefined)
  const changedModes = modes.filter(mode => given[mode === 'Test' ? 'gatewayTest' : 'gatewayLive'])
  for (const mode of changedModes) await (await modules.payments()).recordGateways({ account, mode })
  const { json, text } = settingsOf(await accounts.update(account, Object.fromEntries(changed)))
  const elsewhere = await Promise.all(changedModes.map(mode => countElsewhere({ account, mode }, modules)))
  const notices = [
    ...elsewhere.flatMap(({ notices }) => notices),
    ...keyHints({ account, ...given }, { stage, data }),
    ...(given.features ? [cacheNotice] : []),
  ]
  return { json, text: [text, ...notices].join('\n\n') }
}

/** Explains how to store the keys, as the settings are accepted without them but refunds fail. */
const keyHints = (
  { account, gatewayTest, gatewayLive }: Pick<Account, 'account'> & Partial<Account>,
  place: Pick<Modules, 'stage' | 'data'>,
) =>
  Object.entries({ Test: gatewayTest, Live: gatewayLive })
    .filter(([, gateway]) => gateway === 'stripe')
    .map(
      ([mode]) =>
        `Stripe needs keys for mode ${mode}. To store them: ${storeCommand(`gateway set --account ${account} --mode ${mode} --key-stdin`, place)}`,
    )

/** The text for people has one setting in each line. */
export const settingsOf = (account: Account): CommandResult => ({
  json: account,
  text: columns([
    ['account', String(account.account)],
    ['name', account.name],
    ['state', account.enabled ? 'enabled' : 'disabled'],
    ['currency', account.currency],
    ['features', account.features.join(',') || '-'],
    ['language', account.language],
    ['gateway, Test', account.gatewayTest],
    ['gateway, Live', account.gatewayLive],
    ['credit notes', `numbers after ${account.creditNotePrefix}`],
    ['mail from', account.mailFrom ?? '- (no mail is sent)'],
    ['downloads', downloadsOf(account)],
    ['idle carts', `deleted after ${account.cartDays} days`],
    ['created', account.creationDate],
  ]),
})

const downloadsOf = ({ downloadsUrl }: Account) =>
  `${downloadsUrl ?? 'https://{default domain}/downloads'}/{orderToken}/{fileGuid}`

export function addSettingsCommands(group: Command, run: Run): void {
  withAccount(group.command('show')).description('Shows a store and its settings.').action(run(AccountNumber, show))
  withAccount(group.command('set'))
    .description('Changes settings of a store.')
    .option(
      '--features <list>',
      `enabled features, separated by commas, others are disabled: ${features.join(', ')}; "" means none`,
    )
    .option('--downloads <url>', 'base URL of downloads; "" means a folder of the default domain')
    .option('--cart-days <number>', 'days after which an idle cart is deleted')
    .option('--gateway-test <name>', `payment gateway in Test mode: ${gateways.join(', ')}`)
    .option('--gateway-live <name>', `payment gateway in Live mode: ${gateways.join(', ')}`)
    .option('--credit-note-prefix <text>', 'text before the numbers of credit notes, such as CN-')
    .option('--mail-from <sender>', 'sender of mails to buyers; "" means that no mail is sent')
    .option('--language <code>', `language of mails to buyers: ${languages.join(', ')}`)
    .action(run(ChangedSettings, set))
}

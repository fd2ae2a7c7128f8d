/** The commands that create stores, list them, show and change their settings, and enable and disable them. */

import type { Command } from 'commander'
import * as z from 'zod'
import type { ListedAccount } from '../../lib/accounts/index.ts'
import { Account, NewAccount } from '../../lib/accounts/schemas.ts'
import { type AccountId, features, gateways, languages, modes } from '../../lib/core/tenant.ts'
import { DefaultDomain } from '../../lib/domains/schemas.ts'
import { addExportAndDeleteCommands } from './account-export-and-deletion.ts'
import {
  AccountOption,
  addAccountArgument,
  addConfirmOption,
  type CommandHandler,
  type CommandResult,
  ConfirmOption,
  type CreateAction,
  keyCacheNotice,
  refuseInCommandProject,
  requireConfirmation,
} from './command.ts'
import { splitAtCommas } from './command-options.ts'
import type { Modules } from './modules.ts'
import { addAllStoresOptions, OneOrAllAccounts, runForOneOrAllAccounts } from './run-for-stores.ts'
import { formatDate, formatFields, formatTable } from './text-tables.ts'
import { summarizeOperationsAtOtherGateways } from './unfinished-gateway-operations.ts'

type Row = Account & Partial<ListedAccount>

function tableOf(accounts: Row[]): string {
  const rows = accounts.map(account => ({
    ...account,
    features: featuresOf(account),
    state: stateOf(account),
    created: formatDate(account.creationDate),
  }))
  return formatTable(['account', 'name', 'currency', 'features', 'state', 'created'], rows)
}

const featuresOf = ({ features }: Row) => features.join(',') || '-'

function stateOf({ deletingSince, enabled }: Row): string {
  if (deletingSince) return 'being deleted'
  return enabled ? 'enabled' : 'disabled'
}

/**
 * Converts the text of `--domain` to a domain. The protocol is HTTP if the text begins with `http:`, and HTTPS
 * otherwise.
 */
const toDomain = (text: unknown) =>
  typeof text === 'string' ? { Domain: text, Protocol: /^\s*http:/i.test(text) ? 'HTTP' : 'HTTPS' } : text

const FeatureList = z.preprocess(splitAtCommas, Account.shape.features)

const NewStore = NewAccount.extend({
  features: FeatureList.default([]),
  domain: z.preprocess(toDomain, DefaultDomain).optional(),
})

/** The keys are created last, so that no key gives access to an incomplete store if the command fails. */
const create: CommandHandler<typeof NewStore> = async ({ domain, ...newAccount }, { accounts, domains, keys }) => {
  refuseInCommandProject('the secret key')
  const created = await accounts.create(newAccount)
  const { account } = created
  if (domain) for (const mode of modes) await domains.update({ account, mode }, { defaultDomain: domain })
  const Live = await keys.issue({ account, mode: 'Live' })
  const Test = await keys.issue({ account, mode: 'Test' })
  const text = [
    tableOf([created]),
    formatFields({ 'Live key': Live.secret, 'Test key': Test.secret }),
    'The keys are shown only once: store them now. Callers send one as the user name: curl -u KEY: …/discounts',
  ].join('\n\n')
  return { json: { ...created, domain: domain ?? null, keys: { Live: Live.secret, Test: Test.secret } }, text }
}

const NoInput = z.object({})

const list: CommandHandler<typeof NoInput> = async (_input, { accounts }) => {
  const all = await accounts.list()
  return { json: all, text: all.length > 0 ? tableOf(all) : 'There are no accounts yet.' }
}

const show: CommandHandler<typeof AccountOption> = async ({ account }, { accounts }) =>
  settingsOf(await accounts.get(account))

const EnabledInput = OneOrAllAccounts.safeExtend(ConfirmOption.shape)

const setEnabled =
  (enabled: boolean): CommandHandler<typeof EnabledInput> =>
  async ({ confirm: given, ...selection }, context) => {
    if (selection.allStores) await confirmAllStores(enabled ? 'enables' : 'disables', context.stage, given)
    const setOne = async (account: AccountId): Promise<CommandResult> => {
      const { json, text } = settingsOf(await context.accounts.update(account, { enabled }))
      return { json, text: `${text}\n\n${keyCacheNotice}` }
    }
    return runForOneOrAllAccounts(selection, context, ({ account }) => setOne(account))
  }

/** Asks for the name of the stage, so that nobody changes all stores of the wrong stage by mistake. */
const confirmAllStores = (verb: string, stage: string | null, given: string | undefined) =>
  requireConfirmation({
    question: `This ${verb} all stores of ${stage ?? 'this machine'}. To confirm, type ${stage ?? 'local'}: `,
    isAnswer: typed => typed === (stage ?? 'local'),
    wrong: 'This is not the name of the stage. Nothing was changed.',
    given,
  })

/** Converts an empty text to null, which selects the default of the setting. */
const emptyToNull = (text: unknown) => (typeof text === 'string' ? text.trim() || null : text)

const { downloadsUrl, cartDays, gatewayTest, gatewayLive, creditNotePrefix, mailFrom, language, timeZone } =
  Account.shape

/**
 * The fields have the same names as the options of the command. A setting keeps its stored value if its option is
 * missing.
 */
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
    timeZone,
  })
  .partial()

const ChangedSettings = AccountOption.extend(Settings.shape).refine(
  ({ account: _, ...settings }) => Object.values(settings).some(value => value !== undefined),
  { path: ['account'], error: 'needs at least one setting to change' },
)

const set: CommandHandler<typeof ChangedSettings> = async ({ account, downloads, ...given }, modules) => {
  const { accounts, payments } = modules
  const settings = { ...given, downloadsUrl: downloads }
  const changed = Object.entries(settings).filter(([, value]) => value !== undefined)
  const changedGateways = { Test: given.gatewayTest, Live: given.gatewayLive }
  const tenants = modes.filter(mode => changedGateways[mode]).map(mode => ({ account, mode }))
  for (const tenant of tenants) await (await payments()).recordGatewaysOfOperations(tenant)
  const { json, text } = settingsOf(await accounts.update(account, Object.fromEntries(changed)))
  const elsewhere = await Promise.all(tenants.map(tenant => summarizeOperationsAtOtherGateways(tenant, modules)))
  const notices = [
    ...elsewhere.flatMap(({ notices }) => notices),
    ...Object.entries(changedGateways)
      .filter(([, gateway]) => gateway === 'stripe')
      .map(([mode]) => keyHint(account, mode, modules)),
    ...(given.features ? [keyCacheNotice] : []),
  ]
  return { json, text: [text, ...notices].join('\n\n') }
}

/**
 * A store can be set to use Stripe before its Stripe keys are stored. Refunds fail until the keys are stored, so the
 * command prints this hint.
 */
const keyHint = (account: AccountId, mode: string, { formatCommand }: Modules) =>
  `Stripe needs keys for mode ${mode}. If they are not stored: ${formatCommand(`gateway set --account ${account} --mode ${mode} --key-stdin`)}`

const settingsOf = (account: Account): CommandResult => ({
  json: account,
  text: formatFields({
    account: account.account,
    name: account.name,
    state: stateOf(account),
    currency: account.currency,
    features: featuresOf(account),
    language: account.language,
    'time zone': account.timeZone,
    'gateway, Test': account.gatewayTest,
    'gateway, Live': account.gatewayLive,
    'credit notes': `numbers after ${account.creditNotePrefix}`,
    'mail from': account.mailFrom ?? '- (no mail is sent)',
    downloads: `${(account.downloadsUrl ?? 'https://{default domain}/downloads').replace(/\/+$/, '')}/{orderToken}/{fileGuid}`,
    'idle carts': `deleted after ${account.cartDays} days`,
    created: account.creationDate,
  }),
})

const timeZoneText = 'time zone of reports and mails, such as Europe/Berlin'

const addOneOrAllAccountsOptions = (command: Command) =>
  addConfirmOption(addAllStoresOptions(addAccountArgument(command)), 'with --all-stores: name of the stage')

export function addAccountCommands(program: Command, createAction: CreateAction): void {
  const group = program.command('account').description('Creates, shows and changes stores.')
  group
    .command('create')
    .description('Creates a store, and one key for each mode. The keys are shown only once.')
    .option('--name <text>', 'name of the store (required)')
    .option('--currency <code>', 'currency of the store, as an ISO 4217 code (required)')
    .option('--features <list>', `features to enable, separated by commas: ${features.join(', ')}`)
    .option('--domain <host>', 'its default domain, in both modes')
    .option('--time-zone <name>', `${timeZoneText}; UTC by default`)
    .action(createAction(NewStore, create))
  group.command('list').description('Lists all stores, oldest first.').action(createAction(NoInput, list))
  addSettingsCommands(group, createAction)
  addExportAndDeleteCommands(group, createAction)
  addOneOrAllAccountsOptions(group.command('enable'))
    .description('Enables a disabled store. With --all-stores, also those that were disabled one by one.')
    .action(createAction(EnabledInput, setEnabled(true)))
  addOneOrAllAccountsOptions(group.command('disable'))
    .description(
      'Disables a store: calls with its keys get 403. Checkout events are still applied, and nothing is deleted.',
    )
    .action(createAction(EnabledInput, setEnabled(false)))
}

function addSettingsCommands(group: Command, createAction: CreateAction): void {
  addAccountArgument(group.command('show'))
    .description('Shows a store and its settings.')
    .action(createAction(AccountOption, show))
  addAccountArgument(group.command('set'))
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
    .option('--time-zone <name>', `${timeZoneText}; applies to what happens from then on`)
    .action(createAction(ChangedSettings, set))
}

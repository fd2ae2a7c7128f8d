/**
 * The commands about the keys of a payment gateway. The keys are read from standard input, and never printed in full.
 */

import { text } from 'node:stream/consumers'
import type { Command } from 'commander'
import type * as z from 'zod'
import type { Account } from '../../lib/accounts/schemas.ts'
import { boolean } from '../../lib/core/fields.ts'
import type { Mode } from '../../lib/core/tenant.ts'
import type { GatewayKeys } from '../../lib/payments/gateway-keys.ts'
import { columns } from './columns.ts'
import { countElsewhere } from './elsewhere.ts'
import type { Modules } from './modules.ts'
import type { CommandResult, Run } from './run.ts'
import { Store, storeCommand, withStore } from './store-options.ts'

const Input = Store.extend({ keyStdin: boolean.default(false), webhookSecretStdin: boolean.default(false) }).refine(
  ({ keyStdin, webhookSecretStdin }) => keyStdin || webhookSecretStdin,
  { path: ['keyStdin'], error: 'or --webhook-secret-stdin is required' },
)
type Input = z.output<typeof Input>

async function set(input: Input, modules: Modules): Promise<CommandResult> {
  const { account, mode } = input
  const { accounts, stage, data } = modules
  const store = await accounts.get(account)
  const { stripeAccount, webhookSecret } = await save(input, modules)
  const elsewhere = await countElsewhere({ account, mode }, modules)
  const gateway = accounts.gatewayOf(store, mode)
  const json = { account, mode, gateway, stripeAccount, hasWebhookSecret: !!webhookSecret }
  const lines = [storedText(stripeAccount), ...elsewhere.notices, ...nextSteps(json, { stage, data })]
  return { json: { ...json, operationsElsewhere: elsewhere.count }, text: lines.join('\n') }
}

async function save(input: Input, { gatewayKeys, payments }: Modules) {
  const { account, mode } = input
  const { loadGatewayKeys, saveGatewayKeys } = await gatewayKeys()
  const { findStripeAccount, recordGateways } = await payments()
  const entered = enteredKeys(await text(process.stdin), input)
  const stored = await loadGatewayKeys({ account, mode })
  const { apiKey, webhookSecret = null } = { ...stored, ...entered }
  if (!apiKey) throw new Error('The store has no key in this mode yet: set it first, with --key-stdin.')
  const known = entered.apiKey ? null : stored?.stripeAccount
  const stripeAccount = known ?? (await findStripeAccount(apiKey))
  await recordGateways({ account, mode })
  await saveGatewayKeys({ account, mode }, { apiKey, webhookSecret, stripeAccount })
  return { stripeAccount, webhookSecret }
}

/** Only the kind and the end of the secret key are shown. */
async function show(
  { account, mode }: z.output<typeof Store>,
  { accounts, gatewayKeys }: Modules,
): Promise<CommandResult> {
  const gateway = accounts.gatewayOf(await accounts.get(account), mode)
  const stored = await (await gatewayKeys()).loadGatewayKeys({ account, mode })
  const key = stored?.apiKey.replace(/^([sr]k_(?:test|live)_)?.*(.{4})$/, '$1…$2') ?? null
  const json = { account, mode, gateway, key, hasWebhookSecret: !!stored?.webhookSecret }
  return {
    json,
    text: columns([
      ['gateway', gateway],
      ['secret key', key ?? '- (none is stored)'],
      ['webhook secret', json.hasWebhookSecret ? 'stored' : '- (none is stored)'],
      ['webhook path', `/payments/webhooks/stripe/${account}/${mode}`],
    ]),
  }
}

/** Without the account, a person must decide about payments that a later key does not find. */
const storedText = (stripeAccount: string | null) =>
  stripeAccount
    ? `The keys of ${stripeAccount} are stored.`
    : 'The keys are stored. Stripe did not say which account they are of: if the key is restricted, allow it to read the account, and store it again.'

/** Standard input has one line for each option, the key first. Error messages never repeat a line. */
export function enteredKeys(input: string, { mode, keyStdin, webhookSecretStdin }: Input): Partial<GatewayKeys> {
  const lines = input.trim().split(/\s*\n\s*/)
  const expected = Number(keyStdin) + Number(webhookSecretStdin)
  if (lines.length !== expected || lines[0] === '')
    throw new Error(`Standard input must have ${expected === 1 ? 'one line' : 'two lines: the key and the secret'}.`)
  const [apiKey = '', webhookSecret = ''] = keyStdin ? lines : ['', ...lines]
  if (keyStdin) requireKey(apiKey, mode)
  if (webhookSecretStdin && !/^whsec_\S+$/.test(webhookSecret))
    throw new Error('The signing secret of a webhook endpoint begins with whsec_.')
  return { ...(keyStdin && { apiKey }), ...(webhookSecretStdin && { webhookSecret }) }
}

function requireKey(apiKey: string, mode: Mode): void {
  const kind = mode.toLowerCase()
  if (!new RegExp(`^[sr]k_${kind}_\\w+$`).test(apiKey))
    throw new Error(`A secret key of Stripe for mode ${mode} begins with sk_${kind}_ or rk_${kind}_.`)
}

interface Stored extends Pick<Account, 'account'> {
  mode: Mode
  gateway: string
  hasWebhookSecret: boolean
}

type Place = Pick<Modules, 'stage' | 'data'>

const nextSteps = ({ account, mode, gateway, hasWebhookSecret }: Stored, place: Place): string[] => [
  ...(gateway === 'stripe'
    ? ['Running Lambdas use them within 5 minutes.']
    : [`Next: ${storeCommand(`account set --account ${account} --gateway-${mode.toLowerCase()} stripe`, place)}`]),
  ...(hasWebhookSecret
    ? []
    : [
        `Next: create a webhook endpoint in Stripe for …/payments/webhooks/stripe/${account}/${mode}, and set its secret: ${storeCommand(`gateway set --account ${account} --mode ${mode} --webhook-secret-stdin`, place)}`,
      ]),
]

export function addGatewayCommands(program: Command, run: Run): void {
  const group = program.command('gateway').description('Connects stores to Stripe.')
  withStore(group.command('set'))
    .description('Stores the keys of a Stripe account, which it reads from standard input, one in each line.')
    .option('--key-stdin', 'read the secret key')
    .option('--webhook-secret-stdin', 'read the signing secret of the webhook endpoint')
    .action(run(Input, set))
  withStore(group.command('show'))
    .description('Shows the gateway of a store, and which keys of Stripe are stored, without the keys.')
    .action(run(Store, show))
}

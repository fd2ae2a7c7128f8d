/** The commands that store the Stripe keys of a store, and show which keys are stored. */

import { text } from 'node:stream/consumers'
import type { Command } from 'commander'
import type * as z from 'zod'
import { boolean } from '../../lib/core/fields.ts'
import type { Mode, Tenant } from '../../lib/core/tenant.ts'
import type { GatewayKeys } from '../../lib/payments/gateway-keys.ts'
import { addStoreOptions, type CommandHandler, type CreateAction, StoreOptions } from './command.ts'
import type { Modules } from './modules.ts'
import { formatFields } from './text-tables.ts'
import { summarizeOperationsAtOtherGateways } from './unfinished-gateway-operations.ts'

const Input = StoreOptions.extend({
  keyStdin: boolean.default(false),
  webhookSecretStdin: boolean.default(false),
}).refine(({ keyStdin, webhookSecretStdin }) => keyStdin || webhookSecretStdin, {
  path: ['keyStdin'],
  error: 'or --webhook-secret-stdin is required',
})
type Input = z.output<typeof Input>

const set: CommandHandler<typeof Input> = async (input, modules) => {
  const { account, mode } = input
  const { accounts, formatCommand } = modules
  const store = await accounts.get(account)
  const { stripeAccount, webhookSecret } = await save(input, modules)
  const elsewhere = await summarizeOperationsAtOtherGateways({ account, mode }, modules)
  const gateway = accounts.gatewayOf(store, mode)
  const json = { account, mode, gateway, stripeAccount, hasWebhookSecret: !!webhookSecret }
  const lines = [storedText(stripeAccount), ...elsewhere.notices, ...nextSteps(json, formatCommand)]
  return { json: { ...json, operationsElsewhere: elsewhere.count }, text: lines.join('\n') }
}

async function save(input: Input, { gatewayKeys, payments }: Modules) {
  const { account, mode } = input
  const { loadGatewayKeys, saveGatewayKeys } = await gatewayKeys()
  const { readStripeAccountId, recordGatewaysOfOperations } = await payments()
  const entered = parseEnteredStripeKeys(await text(process.stdin), input)
  /** If both are entered, a stored row that cannot be decrypted is replaced, for example after the loss of its KMS key. */
  const stored = entered.apiKey && entered.webhookSecret ? null : await loadGatewayKeys({ account, mode })
  const { apiKey, webhookSecret = null } = { ...stored, ...entered }
  if (!apiKey) throw new Error('The store has no key in this mode yet: set it first, with --key-stdin.')
  const known = entered.apiKey ? null : stored?.stripeAccount
  const stripeAccount = known ?? (await readStripeAccountId(apiKey))
  await recordGatewaysOfOperations({ account, mode })
  await saveGatewayKeys({ account, mode }, { apiKey, webhookSecret, stripeAccount })
  return { stripeAccount, webhookSecret }
}

/** The result contains no secret, except the prefix and the last four characters of the secret key. */
const show: CommandHandler<typeof StoreOptions> = async ({ account, mode }, { accounts, gatewayKeys }) => {
  const gateway = accounts.gatewayOf(await accounts.get(account), mode)
  const stored = await (await gatewayKeys()).loadGatewayKeys({ account, mode })
  const key = stored?.apiKey.replace(/^([sr]k_(?:test|live)_)?.*(.{4})$/, '$1…$2') ?? null
  const json = { account, mode, gateway, key, hasWebhookSecret: !!stored?.webhookSecret }
  const text = formatFields({
    gateway,
    'secret key': key ?? '- (none is stored)',
    'webhook secret': json.hasWebhookSecret ? 'stored' : '- (none is stored)',
    'webhook path': `/payments/webhooks/stripe/${account}/${mode}`,
  })
  return { json, text }
}

/**
 * Returns the message that the keys are stored. The message contains a warning if the Stripe account of the key is
 * unknown, because the API then cannot detect that a later key belongs to a different account. Operations that are
 * unfinished when the key is replaced may then have to be settled by hand.
 */
const storedText = (stripeAccount: string | null) =>
  stripeAccount
    ? `The keys of ${stripeAccount} are stored.`
    : 'The keys are stored. Stripe did not say which account they are of: if the key is restricted, allow it to read the account, and store it again.'

/**
 * Standard input has the key, the webhook secret, or both in two lines. Error messages must not quote the input,
 * because it is secret.
 */
export function parseEnteredStripeKeys(
  input: string,
  { mode, keyStdin, webhookSecretStdin }: Input,
): Partial<GatewayKeys> {
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

interface Stored extends Tenant {
  gateway: string
  hasWebhookSecret: boolean
}

function nextSteps({ account, mode, gateway, hasWebhookSecret }: Stored, formatCommand: Modules['formatCommand']) {
  const useStripe = formatCommand(`account set --account ${account} --gateway-${mode.toLowerCase()} stripe`)
  const setSecret = formatCommand(`gateway set --account ${account} --mode ${mode} --webhook-secret-stdin`)
  const webhook = `…/payments/webhooks/stripe/${account}/${mode}`
  return [
    gateway === 'stripe' ? 'Running Lambdas use them within 5 minutes.' : `Next: ${useStripe}`,
    ...(hasWebhookSecret
      ? []
      : [`Next: create a webhook endpoint in Stripe for ${webhook}, and set its secret: ${setSecret}`]),
  ]
}

export function addStripeKeyCommands(program: Command, createAction: CreateAction): void {
  const group = program.command('gateway').description('Connects stores to Stripe.')
  addStoreOptions(group.command('set'))
    .description('Stores the keys of a Stripe account, which it reads from standard input, one in each line.')
    .option('--key-stdin', 'read the secret key')
    .option('--webhook-secret-stdin', 'read the signing secret of the webhook endpoint')
    .action(createAction(Input, set))
  addStoreOptions(group.command('show'))
    .description('Shows the gateway of a store, and which keys of Stripe are stored, without the keys.')
    .action(createAction(StoreOptions, show))
}

/** Checks with stripe-mock, Stripe's own mock of its API, that Stripe accepts the requests of this API. */

import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { minorUnits } from '../../lib/core/money.ts'
import type { AccountId } from '../../lib/core/tenant.ts'
import type { CaptureOrRefundRequest } from '../../lib/payments/gateway.ts'
import { saveGatewayKeys } from '../../lib/payments/gateway-keys.ts'
import { connectStripe } from '../../lib/payments/stripe.ts'
import { fetchCheckoutSession, fetchInvoice, fetchObjectsOfSubscription } from '../../lib/stripe-events/fetch.ts'
import { FetchedInvoice } from '../../lib/stripe-events/invoice-schema.ts'
import { LineItem } from '../../lib/stripe-events/items.ts'

/**
 * Finds the program stripe-mock: at STRIPE_MOCK, in the PATH, or where `go install
 * github.com/stripe/stripe-mock@latest` puts it.
 */
function findStripeMock(): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(':'), ...goFolders()]
  const files = [process.env.STRIPE_MOCK ?? '', ...folders.map(folder => join(folder, 'stripe-mock'))]
  return files.find(file => file !== '' && existsSync(file))
}

function goFolders(): string[] {
  const byDefault = join(process.env.HOME ?? '', 'go')
  try {
    return [join(execFileSync('go', ['env', 'GOPATH'], { encoding: 'utf8' }).trim() || byDefault, 'bin')]
  } catch {
    return [join(process.env.GOPATH ?? byDefault, 'bin')]
  }
}

const program = findStripeMock()
if (!program)
  console.warn('There is no stripe-mock, so its tests are skipped: go install github.com/stripe/stripe-mock@latest')

let mock: ChildProcess

/** Starts stripe-mock, and returns its URL. */
async function startStripeMock(file: string): Promise<string> {
  mock = spawn(file, ['-http-addr', '127.0.0.1:0'], { stdio: ['ignore', 'pipe', 'inherit'] })
  for await (const line of createInterface({ input: mock.stdout! })) {
    const [, address] = /HTTP at address: (\S+)/.exec(line) ?? []
    if (address) return `http://${address}`
  }
  throw new Error('stripe-mock has not started.')
}

const stripe = connectStripe({ apiKey: 'sk_test_123' })
const request = (fields: Partial<CaptureOrRefundRequest>): CaptureOrRefundRequest => ({
  tenant: { account: 1001 as AccountId, mode: 'Test' },
  kind: 'refund',
  id: '01a1fc39-4ecf-7428-8191-54c8851fa7c9',
  transactionId: 'pi_1',
  order: '01a1fc39-4ecf-7428-8191-54c8851fa7c8',
  amount: minorUnits(1250),
  paymentAmount: minorUnits(2000),
  currency: 'EUR',
  ...fields,
})

const subscription = {
  tenant: { account: 1001 as AccountId, mode: 'Test' as const },
  id: '01a1fc39-4ecf-7428-8191-54c8851fa7d0',
  gatewayId: 'sub_1',
  subscription: 'S1',
}

/** The sample price of the mock has every field, so it is for packages of units. Such a price cannot be changed. */
function removePackages(): void {
  const { fetch } = globalThis
  vi.stubGlobal('fetch', async (...call: Parameters<typeof fetch>) => {
    const response = await fetch(...call)
    const text = await response.text()
    return new Response(text.replace(/"transform_quantity":\s*\{[^}]*\}/, '"transform_quantity":null'), response)
  })
}

describe.skipIf(!program)('stripe-mock', () => {
  beforeAll(async () => {
    vi.stubEnv('STRIPE_URL', await startStripeMock(program!))
    vi.stubEnv('GATEWAY_TIMEOUT', '10000')
  })
  afterEach(() => void vi.unstubAllGlobals())
  afterAll(() => {
    vi.unstubAllEnvs()
    mock.kill()
  })

  test.each(['pi_1', 'ch_1', 'py_1'])('accepts a refund of %s, and the search for it', async transactionId => {
    const sent = request({ transactionId, currency: 'USD' })
    expect(await stripe.send(sent)).toEqual({ state: 'succeeded' })
    expect(await stripe.findResult(sent)).toBeNull()
  })

  /** The mock has no state, so the payment is still not captured after its capture. */
  test.each(['pi_1', 'ch_1'])('accepts the capture of %s, and the search for it', async transactionId => {
    const sent = request({ kind: 'capture', transactionId, currency: 'USD' })
    const reason = expect.stringMatching(/^The payment is \w+ after the capture\.$/)
    expect(await stripe.send(sent)).toEqual({ state: 'refused', reason })
    expect(await stripe.findResult(sent)).toBeNull()
  })

  test.each(['pause', 'resume', 'cancel'] as const)('accepts to %s a subscription', async kind => {
    const sent = { ...subscription, kind }
    expect(await stripe.send(sent)).toEqual({ state: 'succeeded' })
    expect(await stripe.findResult(sent)).toBeNull()
  })

  describe('accepts the requests for', () => {
    const { tenant } = subscription
    beforeAll(() => saveGatewayKeys(tenant, { apiKey: 'sk_test_123', webhookSecret: null }))

    /** The sample session of the mock has no amounts, like a session in setup mode. */
    test('a Checkout session with its line items', async () => {
      const { session, lines } = await fetchCheckoutSession(tenant, 'cs_1')
      expect(session).toMatchObject({ id: 'cs_1', invoice: { object: 'invoice' } })
      expect(lines.map(line => LineItem.parse(line))).toMatchObject([{ price: { product: { name: 'T-shirt' } } }])
    })

    test('an invoice with its lines, products and tax rates', async () => {
      const fetched = FetchedInvoice.parse(await fetchInvoice(tenant, 'in_1'))
      expect(fetched).toMatchObject({ invoice: { id: 'in_1', payments: { data: expect.any(Array) } } })
      expect(fetched.lines).not.toEqual([])
    })

    test('the customer, the product, the first invoice and the prices of a subscription', async () => {
      const created = 1_788_120_000
      const references = { subscription: 'sub_1', created, customer: 'cus_1', product: 'prod_1', prices: ['price_1'] }
      expect(await fetchObjectsOfSubscription(tenant, references)).toMatchObject({
        customer: { id: 'cus_1' },
        product: { id: 'prod_1' },
        prices: [{ id: 'price_1' }],
      })
    })
  })

  test.each([
    ['at the next date', { chargesNow: false, trialEnd: null }],
    ['at once', { chargesNow: true, trialEnd: null }],
    ['after a trial', { chargesNow: false, trialEnd: '2027-01-01T00:00:00.000Z' }],
  ])('accepts a change that charges %s', async (_, timing) => {
    const terms = {
      amount: minorUnits(990),
      quantity: 2,
      currency: 'EUR',
      interval: 'Month',
      intervalCount: 3,
    } as const
    const sent = { ...subscription, kind: 'change' as const, terms: { ...terms, ...timing, isPaused: false } }
    removePackages()
    expect(await stripe.send(sent)).toEqual({ state: 'succeeded' })
  })
})

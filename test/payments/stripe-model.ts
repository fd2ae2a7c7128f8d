/**
 * Starts a server in place of Stripe that keeps a ledger. The key `sk_test_A1` belongs to the account `acct_A`. Only
 * this account knows the payments `pi_A…` and the subscriptions `sub_A…`. Some endings of their ids cause a
 * fault, as in the sandbox.
 */

import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { vi } from 'vitest'
import { newDirectory } from '../support/temporary.ts'

export interface StripeMovement {
  kind: 'refund' | 'capture' | 'change'
  stripeAccount: string
  /** The id of the payment or the subscription. */
  subject: string
  /** The id of the operation. */
  idempotencyKey: string
  /**
   * The amount in units of Stripe. For a change of a subscription, it is 0, or -1 if the change cancels the
   * subscription.
   */
  amount: number
}

interface Answer {
  status: number
  body: object
}

interface Asked {
  method: string
  path: string[]
  fields: Record<string, string>
  idempotencyKey: string
  stripeAccount: string
}

const ok = (body: object): Answer => ({ status: 200, body })
const error = (status: number, fields: object): Answer => ({ status, body: { error: fields } })
const missing = (what: string) =>
  error(404, { type: 'invalid_request_error', code: 'resource_missing', message: `No such ${what}.` })
const declined = error(402, { type: 'card_error', message: 'Your card was declined.' })
const internal = error(500, { type: 'api_error', message: 'Internal error.' })

export class StripeModel {
  readonly ledger: StripeMovement[] = []
  /** While true, every request is answered with 500 and not executed. */
  isDown = false
  /** The currencies of payments that are not in euros. */
  readonly currencies = new Map<string, string>()
  /** Requests with these keys are answered with 401. */
  readonly revokedKeys = new Set<string>()
  /** The method and the path of each request, such as `POST /v1/refunds`. */
  readonly calls: string[] = []
  private readonly seen = new Set<string>()
  private readonly server = createServer(async (request, response) => {
    const { status, body } = await this.reply(request)
    response.writeHead(status, { 'content-type': 'application/json', 'stripe-should-retry': 'false' })
    response.end(JSON.stringify(body))
  })

  /**
   * Starts the server. Until the server is closed, environment variables contain the URL of Stripe, its timeout and
   * the directory of keys.
   */
  async start({ timeout = 10_000, keysDirectory = newDirectory() } = {}): Promise<this> {
    await new Promise<void>(resolve => this.server.listen(0, '127.0.0.1', resolve))
    vi.stubEnv('STRIPE_URL', `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`)
    vi.stubEnv('GATEWAY_TIMEOUT', String(timeout))
    vi.stubEnv('GATEWAY_KEYS_DIR', keysDirectory)
    return this
  }

  close(): void {
    vi.unstubAllEnvs()
    this.server.close()
    this.server.closeAllConnections()
  }

  movesOf = (subject: string, kind: StripeMovement['kind']) =>
    this.ledger.filter(movement => movement.subject === subject && movement.kind === kind)

  private async reply(request: IncomingMessage): Promise<Answer> {
    const { pathname, search } = new URL(request.url ?? '', 'http://stripe')
    const body = await text(request)
    this.calls.push(`${request.method} ${pathname}`)
    const key = (request.headers.authorization ?? '').replace('Bearer ', '')
    if (this.isDown) return internal
    if (this.revokedKeys.has(key)) return error(401, { type: 'invalid_request_error', message: 'Expired.' })
    const stripeAccount = `acct_${key.split('_')[2]?.[0]}`
    if (pathname === '/v1/account')
      return key.startsWith('rk_')
        ? error(403, { type: 'invalid_request_error', message: 'The key may not do this.' })
        : ok({ id: stripeAccount, object: 'account' })
    return this.execute({
      method: request.method ?? '',
      path: pathname.split('/').slice(2),
      fields: Object.fromEntries(new URLSearchParams(body || search)),
      idempotencyKey: String(request.headers['idempotency-key'] ?? ''),
      stripeAccount,
    })
  }

  private execute(asked: Asked): Answer {
    const [resource = '', id = ''] = asked.path
    if (resource === 'coupons') return ok({ id: 'coupon' })
    const subject = id || asked.fields.payment_intent || ''
    if (`acct_${subject.split('_')[1]}` !== asked.stripeAccount) return missing(subject)
    const isRead = asked.method === 'GET'
    if (resource === 'refunds') return isRead ? this.refundsOf(subject) : this.refund(subject, asked)
    if (resource === 'payment_intents') return isRead ? this.paymentIntent(subject) : this.capture(subject, asked)
    return isRead ? this.subscription(subject) : this.change(subject, asked)
  }

  private refund = (subject: string, { fields, ...asked }: Asked) => {
    const id = fields['metadata[refundId]'] ?? ''
    const movement = { kind: 'refund' as const, subject, idempotencyKey: id, amount: Number(fields.amount) }
    return this.move(movement, asked, JSON.stringify([subject, fields.amount]), () =>
      ok({ id: `re_${id}`, object: 'refund', status: 'succeeded', metadata: { refundId: id } }),
    )
  }

  private refundsOf(subject: string): Answer {
    const data = this.movesOf(subject, 'refund').map(({ idempotencyKey: id, amount }) => ({
      id: `re_${id}`,
      object: 'refund',
      status: 'succeeded',
      amount,
      metadata: { refundId: id },
    }))
    return ok({ object: 'list', data, has_more: false })
  }

  private paymentIntent(id: string): Answer {
    const [captured] = this.movesOf(id, 'capture')
    const status = captured ? 'succeeded' : 'requires_capture'
    const currency = this.currencies.get(id)?.toLowerCase() ?? 'eur'
    return ok({ id, object: 'payment_intent', status, currency, amount_received: captured?.amount ?? 0 })
  }

  private capture(subject: string, asked: Asked): Answer {
    const idempotencyKey = asked.idempotencyKey.replace('capture-', '')
    const amount = Number(asked.fields.amount_to_capture)
    const movement = { kind: 'capture' as const, subject, idempotencyKey, amount }
    return this.move(movement, asked, subject, () => this.paymentIntent(subject))
  }

  private subscription(id: string): Answer {
    const changes = this.movesOf(id, 'change')
    const isCanceled = changes.some(change => change.amount < 0)
    const price = { id: 'price_1', product: 'prod_1' }
    const fields = { discounts: [], latest_invoice: null, items: { data: [{ id: 'si_1', price }] } }
    const metadata = { lastChange: changes.at(-1)?.idempotencyKey ?? '' }
    return ok({ id, ...fields, status: isCanceled ? 'canceled' : 'active', metadata })
  }

  private change(subject: string, asked: Asked): Answer {
    const idempotencyKey = asked.idempotencyKey.replace(/^[a-z]+-/, '')
    const amount = asked.method === 'DELETE' ? -1 : 0
    return this.move({ kind: 'change', subject, idempotencyKey, amount }, asked, subject, () =>
      this.subscription(subject),
    )
  }

  /**
   * Adds a movement to the ledger and returns `answer`, or fails as the ending of `subject` says. A request that a
   * caller repeats with a new id has the same `content`.
   */
  private move(
    movement: Omit<StripeMovement, 'stripeAccount'>,
    { stripeAccount, idempotencyKey }: Pick<Asked, 'stripeAccount' | 'idempotencyKey'>,
    content: string,
    answer: () => Answer,
  ): Answer {
    const { subject } = movement
    const endsWith = (ending: string) => subject.endsWith(ending)
    if (this.ledger.some(known => known.idempotencyKey === movement.idempotencyKey)) return answer()
    if (endsWith('_declined') || (endsWith('_declined_once') && this.isFirst(content))) return declined
    const isFirst = this.isFirst(idempotencyKey)
    if (endsWith('_timeout') && isFirst) return internal
    this.ledger.push({ ...movement, stripeAccount })
    return endsWith('_lost') && isFirst ? internal : answer()
  }

  private isFirst(name: string): boolean {
    const isFirst = !this.seen.has(name)
    this.seen.add(name)
    return isFirst
  }
}

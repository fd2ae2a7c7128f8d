/**
 * Runs every Lambda except `audit.record`. Compares the requests to the table and to KMS with the template's policies.
 * @module-tag long
 */

import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DecryptCommand } from '@aws-sdk/client-kms'
import { GetCommand } from '@aws-sdk/lib-dynamodb'
import { marshall } from '@aws-sdk/util-dynamodb'
import type { APIGatewayTokenAuthorizerEvent, Context, DynamoDBRecord, SQSEvent } from 'aws-lambda'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { handler as authorize } from '../../../functions/authorizer.ts'
import { handler as sendMail } from '../../../functions/mail/send.ts'
import { handler as runMaintenance } from '../../../functions/maintenance/run.ts'
import { handler as recover } from '../../../functions/recovery/run.ts'
import { findOrCreateDemoKey } from '../../../infra/local/demo/ensure-demo-store.ts'
import * as accounts from '../../../lib/accounts/index.ts'
import { routes } from '../../../lib/api.ts'
import type { OrderToken } from '../../../lib/core/ids.ts'
import { toJson } from '../../../lib/core/json.ts'
import { log } from '../../../lib/core/log.ts'
import type { AccountId } from '../../../lib/core/tenant.ts'
import { addSource } from '../../../lib/events/index.ts'
import * as keys from '../../../lib/keys/index.ts'
import { keyOf, OrderRow } from '../../../lib/orders/entity.ts'
import { saveGatewayKeys } from '../../../lib/payments/gateway-keys.ts'
import { client, tableConfig } from '../../../lib/store/client.ts'
import { allowHosts } from '../../crawler/site.ts'
import { recordOf, write as writeMail } from '../../mail/outbox.ts'
import { noAnswer, startFakeStripe } from '../../payments/fake-stripe.ts'
import { asSent, objectsOfSession, receive, refund, session, stripeEvent } from '../../stripe-events/samples.ts'
import { v1Subscription } from '../../subscriptions/calls.ts'
import { cart, completeOrder, type Envelope, item, send, sendEvent } from '../../support/checkout.ts'
import { fakeKms, testKey } from '../../support/fake-kms.ts'
import { around, lostReply } from '../../support/fault-injection.ts'
import { sampleCall, sampleEvent, sampleSource, sampleWebhookSecret, signatureOf } from '../../support/samples.ts'
import { call, contextFor, newTenant } from '../../support/store.ts'
import { updateAllTallies } from '../../support/stream-worker.ts'
import { newDirectory } from '../../support/temporary.ts'
import { allows } from './iam.ts'
import { accessOf, isAllowed, mayDecrypt, names, statementsOf } from './lambda-permissions.ts'
import { requestsOf, type TableRequest } from './table-requests.ts'

/** Limits are set, so that requests also write the row that counts the requests of their key. */
vi.hoisted(() => Object.assign(process.env, { KEY_REQUESTS_PER_SECOND: '1000', KEY_BURST: '1000' }))

const tenant = { account: 1001 as AccountId, mode: 'Test' } as const

/** The requests to the table, by the name of the Lambda. */
const recorded = new Map<string, TableRequest[]>()
/** The encryption contexts of the requests to KMS, by the name of the Lambda. */
const decrypted = new Map<string, Record<string, string>[]>()

/** The secrets are in the table, as in AWS. */
const kms = fakeKms()
Object.assign(process.env, { GATEWAY_KEYS_DIR: '', EVENT_SECRETS_DIR: '', SECRETS_KEY: testKey })

async function recordAs<T>(name: string, run: () => Promise<T>): Promise<T> {
  const requests = recorded.get(name) ?? []
  recorded.set(name, requests)
  kms.resetHistory()
  const restore = around((command, request, input) => {
    requests.push(...requestsOf(command, input))
    return request()
  })
  try {
    return await run()
  } finally {
    restore()
    const contexts = kms.commandCalls(DecryptCommand).map(({ args }) => args[0].input.EncryptionContext ?? {})
    for (const { stage } of contexts) expect(stage).toBe('test')
    decrypted.set(name, [...(decrypted.get(name) ?? []), ...contexts])
  }
}

async function recordSample(name: string): Promise<void> {
  const { headers } = sampleEvent(name)
  const request = { ...sampleCall(name), body: sampleEvent(name).body ?? undefined }
  const key = routes.find(route => route.name === name)?.method === 'POST' && { 'Idempotency-Key': name }
  const reply = await recordAs(name, () =>
    call(name, { ...tenant, keyId: name }, { ...request, headers: { ...(headers as object), ...key } }),
  )
  expect(reply.status, `${name} ${JSON.stringify(reply.body)}`).toBeLessThan(400)
}

/** Marks an order as unfinished, as if the process had ended while it wrote the entries of the order. */
async function markUnfinished(token: string): Promise<DynamoDBRecord> {
  const key = keyOf(tenant, token as OrderToken)
  await OrderRow.patch(key).set({ unfinished: [] }).go()
  const Key = OrderRow.get(key).params<{ Key: Record<string, string> }>().Key
  const { Item } = await client.send(new GetCommand({ TableName: tableConfig.table, Key }))
  return { eventName: 'MODIFY', dynamodb: { NewImage: marshall(Item), SequenceNumber: '1' } } as DynamoDBRecord
}

const webhook = (refund: object) => {
  const data = { object: { object: 'refund', amount: 100, currency: 'eur', status: 'succeeded', ...refund } }
  const created = 1_788_120_000
  const event = { id: `evt_${randomUUID()}`, object: 'event', type: 'refund.created', livemode: false, created, data }
  const body = JSON.stringify(event)
  const headers = { 'Stripe-Signature': signatureOf(body, sampleWebhookSecret) }
  const params = { account: String(tenant.account), mode: tenant.mode }
  return recordAs('webhooks.stripe', () => call('webhooks.stripe', tenant, { params, body, headers }))
}

const refundOf = (paymentId: string) => ({
  id: `re_${randomUUID()}`,
  payment_intent: paymentId,
  charge: null,
  created: 1_788_120_000,
  reason: null,
  metadata: {},
})

const isSandboxAction = ({ operation, partitions }: TableRequest) =>
  operation === 'PutItem' && `${partitions}`.includes('#sandbox-actions')

/**
 * Calls an endpoint as if its process stopped after the request to the gateway: all later requests to the table fail.
 */
async function interrupt(name: string, params: Record<string, string>, body: object): Promise<void> {
  let isInterrupted = false
  const restore = around(async (command, request, input) => {
    if (isInterrupted) throw lostReply()
    const reply = await request()
    isInterrupted = requestsOf(command, input).some(isSandboxAction)
    return reply
  })
  expect((await call(name, tenant, { params, body })).status).toBeGreaterThanOrEqual(500)
  restore()
}

async function recordEndpoints(): Promise<void> {
  for (const { name } of routes) await recordSample(name)
}

const directory = 'events/checkout'
const sampleEvents = (): Envelope[] =>
  readdirSync(directory)
    .filter(file => file !== 'intake.json')
    .map(file => ({ ...JSON.parse(readFileSync(`${directory}/${file}`, 'utf8')), mode: 'Live' }))
    .toSorted((one, other) => Date.parse(one.createdOn) - Date.parse(other.createdOn))

async function recordEvents(): Promise<void> {
  for (const event of sampleEvents())
    expect(await recordAs('checkout.intake', () => send(event)), event.eventName).toEqual([])
  await recordAs('maintenance.run', () => updateAllTallies({ ...tenant, mode: 'Live' }))
  await recordAs('maintenance.run', () => updateAllTallies(tenant))
}

/** Records requests about an order whose list entries take several transactions. */
async function recordLargeOrders(): Promise<void> {
  const items = Array.from({ length: 150 }, (_, n) => item({ id: `P${n}` }))
  const paid = { finalGrandTotal: 100, paymentTransactionId: 'pi_large', items }
  await webhook(refundOf('pi_large'))
  const token = await recordAs('checkout.intake', () => completeOrder(tenant, paid))
  const record = await markUnfinished(token)
  expect(await recordAs('maintenance.run', () => runMaintenance({ Records: [record] }, contextFor()))).toEqual({
    batchItemFailures: [],
  })
  await markUnfinished(token)
  const body = { status: 'Shipped' }
  await recordAs('orders.update', () => call('orders.update', tenant, { params: { token }, body }))
  await markUnfinished(token)
  expect((await webhook(refundOf('pi_large'))).status).toBe(200)
}

/**
 * Records the requests of an update that gives a customer a very long name, and of the deletion of this customer. Both
 * take several transactions for the search entries of the name.
 */
async function recordLongName(): Promise<void> {
  const { params, body } = sampleCall('customers.update')
  const firstName = Array.from({ length: 200 }, (_, n) => `w${n}`).join(' ')
  const change = { ...body, billingAddress: { ...body.billingAddress, firstName } }
  const { status } = await recordAs('customers.update', () =>
    call('customers.update', tenant, { params, body: change }),
  )
  expect(status).toBe(200)
  const removed = await recordAs('customers.remove', () => call('customers.remove', tenant, { params }))
  expect(removed.status).toBe(204)
}

/**
 * Records two crawls of a product with a long description. The second description has none of the words of the first
 * one, so its save deletes entries, and takes several transactions.
 */
async function recordLongDescriptions(): Promise<void> {
  const descriptions = ['a', 'b'].map(letter => Array.from({ length: 150 }, (_, n) => letter + n).join(' '))
  let product = {}
  const server = createServer((_, response) =>
    response.setHeader('content-type', 'application/json').end(toJson(product)),
  )
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  allowHosts(host)
  for (const description of descriptions) {
    product = { id: 'MUG', price: 9.9, url: '/mug', description }
    const body = { fetchUrl: `http://${host}/mug.json` }
    expect((await recordAs('products.crawl', () => call('products.crawl', tenant, { body }))).status).toBe(200)
  }
  server.close()
}

/**
 * Records two events of Stripe: a refund, and then the session that the order comes from. The second event deletes the
 * row of the refund that waited for the order.
 */
async function recordSessionOfStripe(): Promise<void> {
  const stripe = await startFakeStripe()
  vi.stubEnv('GATEWAY_TIMEOUT', '10000')
  const sample = session()
  stripe.objects = objectsOfSession(sample)
  const sold = [refund(), asSent(sample)] as const
  for (const [n, type] of ['refund.created', 'checkout.session.completed'].entries())
    await recordAs('webhooks.stripe', () => receive(tenant, stripeEvent(type, sold[n]!)))
  stripe.close()
}

async function recordCustomerOfCart(): Promise<void> {
  const { token } = cart()
  await sendEvent(tenant, 'cart.updated', cart({ token }))
  const { params, body } = sampleCall('customers.update')
  const request = { params, body: { ...body, cartToken: token } }
  await recordAs('customers.update', () => call('customers.update', tenant, request))
}

/**
 * Records requests that the samples do not cause. No sample changes the interval of a subscription, and the demo store
 * already has shipping methods.
 */
async function recordRareRequests(): Promise<void> {
  const subscription = v1Subscription()
  await sendEvent(tenant, 'subscription.created', subscription)
  const change = { params: { id: subscription.id }, body: yearly }
  await recordAs('subscriptions.update', () => call('subscriptions.update', tenant, change))
  const other = await newTenant()
  const { body } = sampleCall('shipping.create')
  await recordAs('shipping.create', () => call('shipping.create', other, { body }))
}

/**
 * Records a refund to which Stripe does not reply. An hour later, when the key of Stripe is no longer cached,
 * recovery.run resumes this refund.
 */
async function recordRefundOfStripe(): Promise<void> {
  const store = await newTenant()
  await accounts.update(store.account, { gatewayTest: 'stripe' })
  await saveGatewayKeys(store, { apiKey: 'sk_test_1', webhookSecret: null, stripeAccount: 'acct_1' })
  const token = await completeOrder(store, { finalGrandTotal: 100, paymentTransactionId: 'pi_paid' })
  /** If this time ended before the request was sent, the refund would be dropped. */
  vi.stubEnv('GATEWAY_TIMEOUT', '3000')
  const stripe = await startFakeStripe()
  stripe.answer(noAnswer, noAnswer, noAnswer)
  const request = { params: { token }, body: { amount: 1 } }
  const { status, body } = await recordAs('refunds.create', () => call('refunds.create', store, request))
  expect({ status, message: body.message }).toMatchObject({
    status: 504,
    message: expect.stringContaining('did not answer in time'),
  })
  stripe.close()
}

const yearly = { amount: 10, quantity: 2, schedule: { interval: 'Year' } }

async function recordMail(): Promise<void> {
  const id = await writeMail(tenant)
  await recordAs('mail.send', () => sendMail({ Records: [recordOf(tenant, id)] } as SQSEvent, contextFor()))
}

async function recordRecovery(): Promise<void> {
  await writeMail(tenant)
  const subscription = v1Subscription()
  await sendEvent(tenant, 'subscription.created', subscription)
  await interrupt('subscriptions.update', { id: subscription.id }, yearly)
  const token = await completeOrder(tenant, { finalGrandTotal: 100, paymentTransactionId: 'pi_paid' })
  await interrupt('refunds.create', { token }, { amount: 1 })
  await recordRefundOfStripe()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 })
  await recordAs('recovery.run', () => recover({}, contextFor() as Context))
  vi.useRealTimers()
}

async function recordAuthorizer(): Promise<void> {
  const { secret } = await keys.issue(tenant)
  const authorizationToken = `Basic ${Buffer.from(`${secret}:`).toString('base64')}`
  const event = { authorizationToken, methodArn: 'arn:aws:execute-api:x:1:api/stage/GET/orders' }
  await recordAs('authorizer', () => authorize(event as APIGatewayTokenAuthorizerEvent, contextFor()))
}

beforeAll(async () => {
  await findOrCreateDemoKey(newDirectory())
  await saveGatewayKeys(tenant, { apiKey: 'sk_test_1', webhookSecret: sampleWebhookSecret })
  await addSource(tenant, sampleSource)
  vi.spyOn(log, 'error').mockImplementation(() => {})
  await recordEndpoints()
  await recordEvents()
  await recordLargeOrders()
  await recordSessionOfStripe()
  await recordCustomerOfCart()
  await recordLongName()
  await recordLongDescriptions()
  await recordRareRequests()
  await recordMail()
  await recordRecovery()
  await recordAuthorizer()
})

const requestsBy = (name: string) => (recorded.get(name) ?? []).map(accessOf)

describe('the role of a Lambda', () => {
  test.each(names)('allows each request of %s to the table', name => {
    expect(requestsBy(name).filter(request => !isAllowed(name, request))).toEqual([])
  })

  /**
   * The Lambdas run in the stage `test`, but the template is of the stage `prod`, so the stage in the context is
   * replaced.
   */
  test('allows decrypting each secret that a Lambda decrypts', () => {
    const decrypting = [...decrypted].filter(([, contexts]) => contexts.length > 0)
    expect(decrypting.map(([name]) => name)).toEqual(
      expect.arrayContaining(['refunds.create', 'webhooks.stripe', 'events.receive', 'recovery.run']),
    )
    const denied = decrypting.flatMap(([name, contexts]) =>
      contexts
        .filter(context => !mayDecrypt(name, { ...context, stage: 'prod' }))
        .map(context => `${name} ${JSON.stringify(context)}`),
    )
    expect(denied).toEqual([])
  })

  test('allows nothing that no Lambda with this role requests', () => {
    const byRole = Map.groupBy(names, name => statementsOf(name).roleId)
    const unused = [...byRole].flatMap(([role, lambdas]) => {
      const requests = lambdas.flatMap(requestsBy)
      return statementsOf(lambdas[0]!).statements.flatMap(statement =>
        [statement.Action]
          .flat()
          .filter(Action => !requests.some(request => allows({ ...statement, Action }, request)))
          .map(action => `${role} ${action} ${JSON.stringify(statement.Condition)}`),
      )
    })
    expect(unused).toEqual([])
  })
})

/** Tests the deletion of a whole account, and of the data in its mode Test. */

import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { DeleteSecretCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { afterEach, expect, test, vi } from 'vitest'
import { clearMode, eraseCustomer, removeAccount } from '../../lib/account-data/index.ts'
import * as accounts from '../../lib/accounts/index.ts'
import { storedReplyEndpointNames } from '../../lib/api.ts'
import { cartDefinition } from '../../lib/carts/stored-object.ts'
import type { OrderToken } from '../../lib/core/ids.ts'
import { productIdOf } from '../../lib/core/ids.ts'
import { type AccountId, modes, type Tenant } from '../../lib/core/tenant.ts'
import { customerDefinition } from '../../lib/customers/stored-object.ts'
import { addSource } from '../../lib/events/index.ts'
import * as keys from '../../lib/keys/index.ts'
import { catchMail } from '../../lib/mail/catcher.ts'
import { repairDifferences } from '../../lib/maintenance/index.ts'
import { OrderRow, keyOf as orderKey } from '../../lib/orders/entity.ts'
import { loadOrderRow } from '../../lib/orders/load.ts'
import { orderDefinition } from '../../lib/orders/stored-object.ts'
import { loadGatewayKeys, saveGatewayKeys } from '../../lib/payments/gateway-keys.ts'
import { productDefinition } from '../../lib/products/stored-object.ts'
import { keyOf, SessionRow } from '../../lib/sessions/entity.ts'
import { client, tableConfig } from '../../lib/store/client.ts'
import { finishEntries } from '../../lib/store/save.ts'
import { saveSecret } from '../../lib/store/secret-rows.ts'
import { subscriptionDefinition } from '../../lib/subscriptions/stored-object.ts'
import { check } from '../support/check.ts'
import { completeOrder, event, send } from '../support/checkout.ts'
import { damageRow } from '../support/damaged-rows.ts'
import { fakeKms, testKey } from '../support/fake-kms.ts'
import { interruptOnce } from '../support/fault-injection.ts'
import { mockAws } from '../support/mock-aws.ts'
import { refund } from '../support/payments.ts'
import { kindOf, rawRowsOf } from '../support/raw-rows.ts'
import { call, newTenant, otherMode } from '../support/store.ts'
import { updateAllTallies } from '../support/stream-worker.ts'
import { fill, newShop, withoutWaiting } from './shop.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

const options = { endpoints: storedReplyEndpointNames, onProgress: () => {} }

/** Sets the clock forward as soon as the deletion waits, so that the test does not wait. */
const onWait = () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 120_000 })
}
const remove = (account: AccountId) => removeAccount(account, { ...options, onWait })

/**
 * With these variables, secrets are in the table, as in AWS. By default, the tests keep them in files, as on a
 * developer's machine.
 */
const secretsInTable = { GATEWAY_KEYS_DIR: '', EVENT_SECRETS_DIR: '', SECRETS_KEY: testKey }

const kindsOf = async (account: AccountId) => [...new Set((await rawRowsOf(account)).map(kindOf))].toSorted()

test('deletes every row of an account in both modes, and the keys of its gateways', { tags: ['long'] }, async () => {
  const { tenant } = await newShop()
  await fill(otherMode(tenant))
  await saveGatewayKeys(tenant, { apiKey: 'sk_test_1', webhookSecret: null })
  expect((await kindsOf(tenant.account)).length).toBeGreaterThan(20)
  const counts = await remove(tenant.account)
  expect(counts).toMatchObject({ account: 1, key: 2, order: 6, customer: 4, cart: 2, domains: 2 })
  expect(await kindsOf(tenant.account)).toEqual([])
  expect(await loadGatewayKeys(tenant)).toBeNull()
  expect(await accounts.find(tenant.account)).toBeNull()
})

test('deletes the encrypted secrets of an account, and those in Secrets Manager', { tags: ['long'] }, async () => {
  fakeKms()
  const secretsManager = mockAws(SecretsManagerClient)
  secretsManager.on(DeleteSecretCommand).resolves({})
  for (const [name, value] of Object.entries(secretsInTable)) vi.stubEnv(name, value)
  const tenant = await newTenant()
  const { source } = await addSource(tenant)
  for (const mode of modes) await saveGatewayKeys({ ...tenant, mode }, { apiKey: 'sk_test_1', webhookSecret: null })
  /** This secret belongs to an event source whose row was not saved. */
  await saveSecret({ ...tenant, kind: 'event-sources', id: 'left' }, {})
  expect(await kindsOf(tenant.account)).toContain('secret')
  expect(await remove(tenant.account)).toMatchObject({ account: 1, secret: 1 })
  expect(await kindsOf(tenant.account)).toEqual([])
  const deleted = secretsManager.commandCalls(DeleteSecretCommand).map(({ args }) => args[0].input.SecretId)
  const names = [`gateways/${tenant.account}/Live`, `gateways/${tenant.account}/Test`]
  expect(deleted.toSorted()).toEqual(
    [`event-sources/${tenant.account}/${source.id}`, ...names].map(name => `back-office/test/${name}`),
  )
})

test('of one mode keeps the encrypted secrets', async () => {
  fakeKms()
  for (const [name, value] of Object.entries(secretsInTable)) vi.stubEnv(name, value)
  const tenant = await newTenant()
  await saveGatewayKeys(tenant, { apiKey: 'sk_test_1', webhookSecret: null })
  await clearMode(tenant, options)
  expect(await kindsOf(tenant.account)).toEqual(['account', 'lists-version', 'secret'])
})

test('does not touch another account, nor the numbers of later ones', { tags: ['long'] }, async () => {
  const { tenant } = await newShop()
  const other = await newShop()
  const before = await rawRowsOf(other.tenant.account)
  await remove(tenant.account)
  expect(await rawRowsOf(other.tenant.account)).toEqual(before)
  expect((await newTenant()).account).toBeGreaterThan(other.tenant.account)
})

test('what the stream worker counts afterwards is empty and expires', { tags: ['long'] }, async () => {
  const { tenant } = await newShop()
  await remove(tenant.account)
  await updateAllTallies(tenant)
  const rows = await rawRowsOf(tenant.account)
  expect(rows.length).toBeGreaterThan(0)
  for (const row of rows) {
    expect(kindOf(row)).toBe('tally')
    expect(row).toMatchObject({ count: 0, expiresAt: expect.any(Number) })
  }
})

test('rejects keys and events from the beginning', async () => {
  const { tenant } = await newShop()
  const { secret } = await keys.issue(tenant)
  await accounts.startDeletion(tenant.account)
  expect(await keys.authenticate(secret)).toBeNull()
  const late = event(tenant, 'customer.updated', { email: 'late@tea.example' })
  expect(await send(late)).toEqual([late.id])
  const listed = (await accounts.list()).find(({ account }) => account === tenant.account)
  expect(listed).toMatchObject({ enabled: false, deletingSince: expect.any(String) })
  await expect(accounts.get(tenant.account)).rejects.toThrow('is being deleted')
})

test('deletes what requests have written that began before', { tags: ['long'] }, async () => {
  const { tenant } = await newShop()
  const late = SessionRow.put({ ...keyOf(tenant, 'late'), expires: '2099', stamp: '2026', expiresAt: 9e9 })
  let written: Promise<unknown> | undefined
  await removeAccount(tenant.account, {
    ...options,
    onWait: () => {
      written = late.go().then(onWait)
    },
  })
  await written
  expect(await kindsOf(tenant.account)).toEqual([])
})

test('deletes what an unfinished save writes during the deletion', { tags: ['long'] }, async () => {
  const { tenant, token } = await newShop()
  await OrderRow.patch(orderKey(tenant, token as OrderToken))
    .set({ unfinished: [] })
    .go()
  const row = await loadOrderRow(tenant, token as OrderToken, true)
  const { isDone } = interruptOnce(
    (command, input) => command === 'DeleteItemCommand' && input.includes(token),
    () => finishEntries(orderDefinition, row),
  )
  await clearMode(tenant, options)
  expect(isDone()).toBe(true)
  expect(await kindsOf(tenant.account)).not.toContain('entry')
})

test('deletes damaged objects of each kind and the entries that it finds, and names them', {
  tags: ['long'],
}, async () => {
  const { tenant, id, token, cartToken, subscription } = await newShop()
  const names = [
    await damageRow(customerDefinition, tenant, id),
    await damageRow(productDefinition, tenant, productIdOf(tenant, 'TEE')),
    await damageRow(cartDefinition, tenant, cartToken),
    await damageRow(orderDefinition, tenant, token),
    await damageRow(subscriptionDefinition, tenant, subscription, { latest: null, unfinished: [] }),
  ]
  const unreadable: string[] = []
  const onUnreadable = (name: string) => unreadable.push(name)
  let isCounting = false
  const countMeanwhile = () => {
    if (!isCounting) void updateAllTallies(tenant).then(onWait)
    isCounting = true
  }
  await removeAccount(tenant.account, { ...options, onWait: countMeanwhile, onUnreadable })
  expect(unreadable.toSorted()).toEqual(names.toSorted())
  /** The names of lists of a value, such as a city, are known only from the objects. */
  const ofValue = /#(list|tally)#(orders|carts(\/lane=\d+)?|sales|subscriptions)\/\w+=/
  const left = (await rawRowsOf(tenant.account)).map(({ pk }) => String(pk))
  expect(left.filter(partition => !ofValue.test(partition))).toEqual([])
})

test('deletes a damaged order in mode Test, and a repair of the mode finds its entries', async () => {
  const tenant = await newTenant()
  const name = await damageRow(orderDefinition, tenant, await completeOrder(tenant), { content: {}, unfinished: [] })
  const unreadable: string[] = []
  await clearMode(tenant, { ...options, onUnreadable: named => unreadable.push(named) })
  expect(unreadable).toEqual([name])
  expect(await kindsOf(tenant.account)).not.toContain('order')
  await repairDifferences(tenant, await check(tenant, { wait: async () => {} }))
  expect((await call('orders.list', tenant)).body.totalItems).toBe(0)
})

test('deletes an order whose row has lost its version', async () => {
  const tenant = await newTenant()
  await completeOrder(tenant)
  const row = (await rawRowsOf(tenant.account)).find(one => kindOf(one) === 'order')
  const Key = { pk: row?.pk, sk: row?.sk }
  await client.send(new UpdateCommand({ TableName: tableConfig.table, Key, UpdateExpression: 'REMOVE version' }))
  expect((await clearMode(tenant, options)).order).toBe(1)
  expect(await kindsOf(tenant.account)).not.toContain('order')
})

test('empties mode Test, which can still be used, and keeps mode Live', { tags: ['long'] }, async () => {
  const { tenant } = await newShop()
  const live = otherMode(tenant)
  await fill(live)
  const liveRows = async () => (await rawRowsOf(tenant.account)).filter(({ pk }) => String(pk).includes('#Live#'))
  const before = await liveRows()
  const { secret } = await keys.issue(tenant)
  await clearMode(tenant, options)
  const left = (await rawRowsOf(tenant.account)).filter(({ pk }) => !String(pk).includes('#Live#'))
  expect(new Set(left.map(kindOf))).toEqual(new Set(['account', 'key', 'lists-version']))
  expect(await liveRows()).toEqual(before)
  expect(await keys.authenticate(secret)).not.toBeNull()
  await fill(tenant)
})

const refundIdOf = async (tenant: Tenant, token: string): Promise<string> =>
  (await call('orders.get', tenant, { params: { token } })).body.refunds[0].id

test.each([
  ['an account', ({ account }: Tenant) => remove(account)],
  ['the mode Test', (tenant: Tenant) => clearMode(tenant, options)],
])(
  'the deletion of %s deletes the files of its caught mails, and no others',
  { tags: ['long'] },
  async (_, deletion) => {
    const { tenant, token, guest } = await newShop()
    expect((await refund(tenant, guest, { amount: 5 })).status).toBe(200)
    const ids = await Promise.all([token, guest].map(ofOrder => refundIdOf(tenant, ofOrder)))
    const mail = { from: 'shop@tea.example', to: 'jane@example.com', subject: 'Refund', text: 'Jane', html: '' }
    const others = `of-another-account-${tenant.account}`
    for (const caught of [...ids, others]) await catchMail(mail, caught)
    await deletion(tenant)
    const files = readdirSync(process.env.MAIL_DIR!)
    const ofThese = files.filter(file => [...ids, others].some(caught => file.startsWith(caught)))
    expect(ofThese).toEqual([`${others}.json`])
  },
)

test('a mode that is emptied keeps the records of erasures', async () => {
  const tenant = await newTenant()
  const registration = event(tenant, 'customer.updated', { id: randomUUID(), email: 'jane@example.com' })
  expect(await send(registration)).toEqual([])
  const replies = { endpoints: [], replacement: '' }
  await withoutWaiting(onProgress => eraseCustomer(tenant, { email: 'jane@example.com', replies, onProgress }))
  await clearMode(tenant, options)
  expect(await send(registration)).toEqual([])
  const kinds = new Set((await rawRowsOf(tenant.account)).map(kindOf))
  expect(kinds).toEqual(new Set(['account', 'erasure', 'lists-version']))
})

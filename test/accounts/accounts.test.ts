import { expect, onTestFinished, test } from 'vitest'
import * as accounts from '../../lib/accounts/index.ts'
import { Account, NewAccount } from '../../lib/accounts/schemas.ts'
import type { AccountId } from '../../lib/core/tenant.ts'
import { hasSearchLists, ListsVersionRow } from '../../lib/lists/lists-version.ts'
import { cartsIn } from '../checkout/rows.ts'
import { cart, sendEvent } from '../support/checkout.ts'
import { around } from '../support/fault-injection.ts'
import { newTenant } from '../support/store.ts'

const teaStore = NewAccount.parse({ name: 'Tea', currency: 'EUR', features: ['subscriptions'] })

test('creates an enabled account that reads back the same', async () => {
  const created = await accounts.create(teaStore)
  expect(created).toMatchObject({ ...teaStore, enabled: true, shippingEnabled: false })
  expect(Account.strict().parse(created)).toEqual(created)
  expect(await accounts.get(created.account)).toEqual(created)
})

test('assigns unique numbers to accounts created concurrently', async () => {
  const created = await Promise.all(Array.from({ length: 50 }, () => accounts.create(teaStore)))
  const numbers = created.map(({ account }) => account)
  expect(new Set(numbers).size).toBe(50)
  expect(Math.min(...numbers)).toBeGreaterThan(1000)
})

test('does not change the version of the lists of an account that has the number already', async () => {
  const { account, mode } = await newTenant()
  await ListsVersionRow.delete({ account, mode }).go()
  const restore = around(async (_, request, input) => {
    const reply = (await request()) as { output: { Attributes?: object } }
    const { Key } = input as { Key?: { pk: string } }
    if (Key?.pk === 'accounts') reply.output.Attributes = { ...reply.output.Attributes, last: account - 1000 }
    return reply
  })
  onTestFinished(restore)
  await expect(accounts.create(teaStore)).rejects.toThrow('changed by another writer')
  expect(await hasSearchLists({ account, mode })).toBe(false)
})

test('lists all accounts in the order they were created', async () => {
  const first = await accounts.create(teaStore)
  await new Promise(resolve => setTimeout(resolve, 5))
  const second = await accounts.create(teaStore)
  const all = await accounts.list()
  const newAccounts = all.filter(({ account }) => [first.account, second.account].includes(account))
  expect(newAccounts).toMatchObject([first, second])
})

test('streams the accounts from a given one on', async () => {
  const created: AccountId[] = []
  for (let n = 0; n < 3; n++) created.push((await accounts.create(teaStore)).account)
  const from = created[1]!
  const streamed = (await Array.fromAsync(accounts.stream(from))).map(({ account }) => account)
  expect(streamed.filter(account => created.includes(account))).toEqual(created.slice(1))
  expect(streamed[0]).toBe(from)
  const none = accounts.stream(999_999_999 as typeof from).next()
  await expect(none).rejects.toThrow('There is no account 999999999.')
})

test('disables and enables an account', async () => {
  const { account } = await accounts.create(teaStore)
  expect(await accounts.update(account, { enabled: false })).toMatchObject({ account, enabled: false, name: 'Tea' })
  expect(await accounts.get(account)).toMatchObject({ enabled: false })
  expect(await accounts.update(account, { enabled: true })).toMatchObject({ enabled: true })
})

test('sets and resets the URL of digital goods', async () => {
  const { account, downloadsUrl } = await accounts.create(teaStore)
  expect(downloadsUrl).toBeNull()
  const url = 'https://tea.example/files'
  expect(await accounts.update(account, { downloadsUrl: url })).toMatchObject({
    account,
    downloadsUrl: url,
    name: 'Tea',
  })
  expect(await accounts.get(account)).toMatchObject({ downloadsUrl: url })
  expect(await accounts.update(account, { downloadsUrl: null })).toMatchObject({ downloadsUrl: null, enabled: true })
  expect(await accounts.get(account)).toMatchObject({ downloadsUrl: null })
})

test('never returns its secret', async () => {
  const { account } = await accounts.create(teaStore)
  const { secret, ...publicFields } = await accounts.getWithContinuationSecret(account)
  expect(secret).toMatch(/^[\w-]{40,}$/)
  expect(publicFields).toEqual(await accounts.get(account))
  const results = [
    await accounts.list(),
    await accounts.find(account),
    await accounts.update(account, { cartDays: 30 }),
  ]
  expect(JSON.stringify([...results, await accounts.update(account, { enabled: true })])).not.toContain(secret)
})

test('keeps idle carts for ninety days or a configured number of days', async () => {
  const { account, cartDays } = await accounts.create(teaStore)
  expect(cartDays).toBe(90)
  expect(await accounts.update(account, { cartDays: 7 })).toMatchObject({ account, cartDays: 7, name: 'Tea' })
  expect(await accounts.get(account)).toMatchObject({ cartDays: 7 })
})

test('a store has the time zone UTC, or another one from its creation or a later change', async () => {
  expect(await accounts.create(teaStore)).toMatchObject({ timeZone: 'UTC' })
  const { account, timeZone } = await accounts.create({ ...teaStore, timeZone: 'America/St_Johns' })
  expect(timeZone).toBe('America/St_Johns')
  expect(await accounts.update(account, { timeZone: 'Europe/Berlin' })).toMatchObject({ timeZone: 'Europe/Berlin' })
  expect(await accounts.get(account)).toMatchObject({ timeZone: 'Europe/Berlin' })
})

test.each([
  ['europe/berlin', 'Europe/Berlin'],
  [' Pacific/Chatham ', 'Pacific/Chatham'],
  ['utc', 'UTC'],
  ['Europe/Atlantis', null],
  ['+02:00', null],
  ['', null],
])('reads the time zone %j as %j', (sent, name) => {
  expect(Account.shape.timeZone.safeParse(sent).data ?? null).toBe(name)
})

test.each([
  [1, true],
  [3650, true],
  [0, false],
  [3651, false],
  [1.5, false],
])('validates %s days for idle carts: %s', (days, isValid) => {
  expect(Account.shape.cartDays.safeParse(days).success).toBe(isValid)
})

test.each([
  ['https://tea.example/files', true],
  ['http://tea.example:8080/', true],
  ['ftp://tea.example', false],
  ['tea.example/files', false],
  ['https://tea.example/?file=', false],
  ['https://tea.example/#files', false],
  [`https://tea.example/${'x'.repeat(500)}`, false],
])('validates the URL %s of digital goods: %s', (url, isValid) => {
  expect(Account.shape.downloadsUrl.safeParse(url).success).toBe(isValid)
})

test('rejects an unknown account with its number in the message', async () => {
  expect(await accounts.find(7 as AccountId)).toBeNull()
  await expect(accounts.get(7 as AccountId)).rejects.toMatchObject({
    code: 'not_found',
    message: 'There is no account 7.',
  })
  await expect(accounts.update(7 as AccountId, { enabled: false })).rejects.toThrow('There is no account 7.')
  await expect(accounts.update(7 as AccountId, { downloadsUrl: null })).rejects.toThrow('There is no account 7.')
  await expect(accounts.update(7 as AccountId, { cartDays: 7 })).rejects.toThrow('There is no account 7.')
  expect(await accounts.find(7 as AccountId)).toBeNull()
})

test.each([
  [{ currency: 'chf' }, { currency: 'CHF' }],
  [{ features: ['CREDITNOTES', 'abandonedcarts', 'creditNotes'] }, { features: ['abandonedCarts', 'creditNotes'] }],
  [{ features: [] }, { features: [] }],
])('reads %j as %j', (fields, expected) => {
  expect(NewAccount.parse({ ...teaStore, ...fields })).toEqual({ ...teaStore, ...expected })
})

test.each([{ name: ' ' }, { name: 'x'.repeat(201) }, { currency: 'BTC' }, { currency: '' }, { features: ['loyalty'] }])(
  'rejects a store with %j',
  invalidFields => {
    expect(NewAccount.safeParse({ ...teaStore, ...invalidFields }).success).toBe(false)
  },
)

test('applies an event of an account that was created a moment ago', async () => {
  const tenant = await newTenant()
  let missed = 0
  const restore = around(async (_, request, input) => {
    const { Key, ConsistentRead } = input as { Key?: { pk: string }; ConsistentRead?: boolean }
    const reply = (await request()) as { output: { Item?: object | undefined } }
    if (Key?.pk === `account#${tenant.account}` && !ConsistentRead) {
      missed++
      reply.output.Item = undefined
    }
    return reply
  })
  onTestFinished(restore)
  await sendEvent(tenant, 'cart.updated', cart())
  expect(missed).toBe(1)
  expect(await cartsIn(tenant)).toHaveLength(1)
})

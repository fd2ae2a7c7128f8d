/** Tests that a continuation token is signed, and is valid only for one store, one mode and one set of filters. */

import { beforeAll, describe, expect, test } from 'vitest'
import { AccountRow } from '../../lib/accounts/entity.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { cart, sendEvent } from '../support/checkout.ts'
import { otherMode } from '../support/store.ts'
import { createStore, list, tokensOf } from './calls.ts'

const filters = {
  timeRange: 'LessThanAWeek',
  minimalValue: '10',
  email: 'Jane@example.com',
  productId: 'TEE',
  campaignId: 'Autumn',
}

async function createStoreWithCarts(): Promise<Tenant> {
  const tenant = await createStore()
  for (let n = 0; n < 3; n++)
    await sendEvent(tenant, 'cart.updated', cart({ email: 'jane@example.com', campaignId: 'autumn' }))
  return tenant
}

async function firstToken(tenant: Tenant, query: Record<string, string> = {}): Promise<string> {
  const { body } = await list(tenant, { ...query, limit: '1' })
  return body.continuationToken
}

const rejection = {
  status: 400,
  body: {
    code: 'validation_failed',
    errors: { continuationToken: ['must be the continuationToken of the previous page, with the same filters'] },
  },
}

describe('of one store', () => {
  let tenant: Tenant
  let token: string
  beforeAll(async () => {
    tenant = await createStoreWithCarts()
    token = await firstToken(tenant)
  })
  const listFrom = (continuationToken: string, query = {}) => list(tenant, { continuationToken, ...query })

  test('is URL-safe and can be used again', async () => {
    expect(token).toMatch(/^[\w-]+\.[\w-]{43}$/)
    expect(encodeURIComponent(token)).toBe(token)
    expect(tokensOf(await listFrom(token))).toHaveLength(2)
    expect(tokensOf(await listFrom(token))).toHaveLength(2)
  })

  test('contains the key that DynamoDB continues from, and the end of the time range', () => {
    const content = JSON.parse(Buffer.from(token.split('.')[0]!, 'base64url').toString())
    expect(content).toEqual({
      startKey: { pk: `${tenant.account}#Test#list#carts`, sk: expect.stringMatching(/^t\d{17}[0-9a-f]{32}$/) },
      end: '!',
    })
  })

  test('is rejected with any character changed, removed or added', { tags: ['long'] }, async () => {
    const anyOther = (character: string) => (character === 'A' ? 'B' : 'A')
    const next = (character: string) => String.fromCharCode(character.charCodeAt(0) + 1)
    for (const [n, character] of [...token].entries()) {
      const [before, after] = [token.slice(0, n), token.slice(n + 1)]
      for (const altered of [anyOther(character), next(character), '', `${character}A`]) {
        const reply = await listFrom(before + altered + after)
        expect(reply, `${n}: ${altered}`).toMatchObject(rejection)
      }
    }
  })

  test.each([
    ['without its signature', (token: string) => token.split('.')[0]!],
    ['with an empty signature', (token: string) => `${token.split('.')[0]}.`],
    ['without its content', (token: string) => `.${token.split('.')[1]}`],
    ['with its parts in reverse order', (token: string) => token.split('.').toReversed().join('.')],
    ['with a third part', (token: string) => `${token}.${token}`],
    ['with an empty third part', (token: string) => `${token}.`],
    ['padded', (token: string) => `${token}=`],
    ['encoded in standard base64', (token: string) => `${token.replaceAll('_', '/').replaceAll('-', '+')}==`],
    ['truncated', (token: string) => token.slice(0, 20)],
    ['repeated', (token: string) => token + token],
    ['with a space before it', (token: string) => ` ${token}`],
  ])('is rejected %s', async (_, alter) => {
    expect(await listFrom(alter(token))).toMatchObject(rejection)
  })

  test.each([
    'garbage',
    '.',
    '..',
    'e30.e30',
    '{"after":"~","end":"!"}',
    'null',
    '0',
    'ü'.repeat(50),
    '🙂',
    'x'.repeat(3000),
    `${Buffer.from('{"after":"~","end":"!"}').toString('base64url')}.${'A'.repeat(43)}`,
  ])('rejects %s', async text => {
    expect(await listFrom(text)).toMatchObject(rejection)
  })

  test.each(Object.entries(filters))('is rejected with an additional filter by %s', async (name, value) => {
    expect(await listFrom(token, { [name]: value })).toMatchObject(rejection)
  })

  test.each(Object.keys(filters))('is rejected when the filter by %s is changed or removed', async name => {
    const filteredToken = await firstToken(tenant, filters)
    expect(tokensOf(await listFrom(filteredToken, filters))).toHaveLength(2)
    const others: Record<string, string> = {
      timeRange: 'Anytime',
      minimalValue: '10.01',
      email: 'jane@example.co',
      productId: 'tee',
      campaignId: 'autumn ' + 'x',
    }
    expect(await listFrom(filteredToken, { ...filters, [name]: others[name] })).toMatchObject(rejection)
    expect(await listFrom(filteredToken, { ...filters, [name]: '' })).toMatchObject(rejection)
  })

  test('is accepted with equivalent filters and another limit', async () => {
    const filteredToken = await firstToken(tenant, filters)
    const equivalent = {
      timeRange: 'lessthanaweek',
      minimalValue: '10.00',
      email: ' JANE@example.com',
      productId: 'TEE ',
      campaignId: 'AUTUMN',
      limit: '7',
    }
    expect(tokensOf(await listFrom(filteredToken, equivalent))).toHaveLength(2)
  })

  test('is rejected in another store and in the other mode', async () => {
    expect(await list(otherMode(tenant), { continuationToken: token })).toMatchObject(rejection)
    expect(await list(await createStoreWithCarts(), { continuationToken: token })).toMatchObject(rejection)
  })
})

test('is rejected when the secret of the store changes', async () => {
  const tenant = await createStoreWithCarts()
  const continuationToken = await firstToken(tenant)
  await AccountRow.patch({ account: tenant.account }).set({ secret: 'another' }).go()
  expect(await list(tenant, { continuationToken })).toMatchObject(rejection)
})

test('is rejected when the feature is disabled', async () => {
  const tenant = await createStoreWithCarts()
  const continuationToken = await firstToken(tenant)
  const withoutFeature = { ...tenant, features: [] }
  expect(await list(withoutFeature, { continuationToken })).toMatchObject({ status: 403 })
})

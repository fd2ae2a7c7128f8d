/** The continuation token: a text of ours that fits one store, one mode and one set of filters. */

import { beforeAll, describe, expect, test } from 'vitest'
import { AccountRow } from '../../lib/accounts/entity.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { cart, sendEvent } from '../support/checkout.ts'
import { otherMode } from '../support/store.ts'
import { list, openStore, tokensOf } from './calls.ts'

const filters = {
  timeRange: 'LessThanAWeek',
  minimalValue: '10',
  email: 'Jane@example.com',
  productId: 'TEE',
  campaignId: 'Autumn',
}

async function filledStore(): Promise<Tenant> {
  const tenant = await openStore()
  for (let n = 0; n < 3; n++)
    await sendEvent(tenant, 'cart.updated', cart({ email: 'jane@example.com', campaignId: 'autumn' }))
  return tenant
}

async function firstToken(tenant: Tenant, query: Record<string, string> = {}): Promise<string> {
  const { body } = await list(tenant, { ...query, limit: '1' })
  return body.continuationToken
}

const refusal = {
  status: 400,
  body: {
    code: 'validation_failed',
    errors: {
      continuationToken: ['must be the continuationToken of the previous page, with the same filters'],
    },
  },
}

describe('of one store', () => {
  let tenant: Tenant
  let token: string
  beforeAll(async () => {
    tenant = await filledStore()
    token = await firstToken(tenant)
  })
  const follow = (continuationToken: string, more = {}) => list(tenant, { continuationToken, ...more })

  test('is URL-safe and can be used again', async () => {
    expect(token).toMatch(/^[\w-]+\.[\w-]{43}$/)
    expect(encodeURIComponent(token)).toBe(token)
    expect(tokensOf(await follow(token))).toHaveLength(2)
    expect(tokensOf(await follow(token))).toHaveLength(2)
  })

  test('contains two positions and nothing else', () => {
    const place = JSON.parse(Buffer.from(token.split('.')[0]!, 'base64url').toString())
    expect(place).toEqual({ after: expect.stringMatching(/^t\d{17}[0-9a-f]{32}$/), end: '!' })
  })

  test('is rejected with any character changed, removed or added', async () => {
    const other = (character: string) => (character === 'A' ? 'B' : 'A')
    const next = (character: string) => String.fromCharCode(character.charCodeAt(0) + 1)
    for (const [n, character] of [...token].entries()) {
      const [before, after] = [token.slice(0, n), token.slice(n + 1)]
      for (const altered of [other(character), next(character), '', `${character}A`]) {
        const reply = await follow(before + altered + after)
        expect(reply, `${n}: ${altered}`).toMatchObject(refusal)
      }
    }
  }, 120_000)

  test.each([
    ['without its signature', (whole: string) => whole.split('.')[0]!],
    ['with an empty signature', (whole: string) => `${whole.split('.')[0]}.`],
    ['without what is signed', (whole: string) => `.${whole.split('.')[1]}`],
    ['with its parts in the other order', (whole: string) => whole.split('.').toReversed().join('.')],
    ['with a third part', (whole: string) => `${whole}.${whole}`],
    ['with an empty third part', (whole: string) => `${whole}.`],
    ['padded', (whole: string) => `${whole}=`],
    ['spelled in ordinary base64', (whole: string) => `${whole.replaceAll('_', '/').replaceAll('-', '+')}==`],
    ['cut', (whole: string) => whole.slice(0, 20)],
    ['twice', (whole: string) => whole + whole],
    ['with a space before it', (whole: string) => ` ${whole}`],
  ])('is rejected %s', async (_, altered) => {
    expect(await follow(altered(token))).toMatchObject(refusal)
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
    'x'.repeat(1000),
    `${Buffer.from('{"after":"~","end":"!"}').toString('base64url')}.${'A'.repeat(43)}`,
  ])('rejects %s', async text => {
    expect(await follow(text)).toMatchObject(refusal)
  })

  test.each(Object.entries(filters))('is rejected with an additional filter by %s', async (name, value) => {
    expect(await follow(token, { [name]: value })).toMatchObject(refusal)
  })

  test.each(Object.keys(filters))('is rejected when the filter by %s is changed or removed', async name => {
    const bound = await firstToken(tenant, filters)
    expect(tokensOf(await follow(bound, filters))).toHaveLength(2)
    const others: Record<string, string> = {
      ...{ timeRange: 'Anytime', minimalValue: '10.01', email: 'jane@example.co' },
      ...{ productId: 'tee', campaignId: 'autumn ' + 'x' },
    }
    expect(await follow(bound, { ...filters, [name]: others[name] })).toMatchObject(refusal)
    expect(await follow(bound, { ...filters, [name]: '' })).toMatchObject(refusal)
  })

  test('is accepted with equivalent filters and another limit', async () => {
    const bound = await firstToken(tenant, filters)
    const same = {
      ...{ timeRange: 'lessthanaweek', minimalValue: '10.00', email: ' JANE@example.com' },
      ...{ productId: 'TEE ', campaignId: 'AUTUMN', limit: '7' },
    }
    expect(tokensOf(await follow(bound, same))).toHaveLength(2)
  })

  test('is rejected in another store and in the other mode', async () => {
    expect(await list(otherMode(tenant), { continuationToken: token })).toMatchObject(refusal)
    expect(await list(await filledStore(), { continuationToken: token })).toMatchObject(refusal)
  })
})

test('is rejected when the secret of the store changes', async () => {
  const tenant = await filledStore()
  const continuationToken = await firstToken(tenant)
  await AccountRow.patch({ account: tenant.account }).set({ secret: 'another' }).go()
  expect(await list(tenant, { continuationToken })).toMatchObject(refusal)
})

test('is rejected when the feature is disabled', async () => {
  const tenant = await filledStore()
  const continuationToken = await firstToken(tenant)
  await AccountRow.patch({ account: tenant.account }).set({ features: [] }).go()
  expect(await list(tenant, { continuationToken })).toMatchObject({ status: 403 })
})

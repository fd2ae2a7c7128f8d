/** Sends requests to all endpoints with a key of each scope, through the local gateway and the real authorizer. */

import { describe, expect, test } from 'vitest'
import { handler as authorizer } from '../../functions/authorizer.ts'
import type { Handler } from '../../infra/local/lambda.ts'
import { routes } from '../../lib/api.ts'
import { keyScopes, scopesAllowing } from '../../lib/core/key-scopes.ts'
import type { Route } from '../../lib/http/route.ts'
import * as keys from '../../lib/keys/index.ts'
import { problem, startGateway } from '../infra/local/test-gateway.ts'
import { newTenant } from '../support/store.ts'

const keyedRoutes = routes.filter(({ isPublic }) => !isPublic)

/**
 * Replies in place of every endpoint. So a reply with the status 200 shows that the authorizer has let the request
 * through.
 */
const reached: Handler = () => ({ statusCode: 200, body: '' })

async function sendWith(secret: string) {
  const load = async (name: string) => (name === 'authorizer' ? (authorizer as Handler) : reached)
  const { request } = await startGateway({ routes, load })
  const headers = { Authorization: `Basic ${btoa(`${secret}:`)}` }
  return (method: string, path: string) => request(path, { method, headers })
}

const startWith = async (scope: (typeof keyScopes)[number]) =>
  sendWith((await keys.issue({ ...(await newTenant()), scope })).secret)

const pathOf = ({ path }: Route, value: string) => path.replaceAll(/\{\w+\+?\}/g, value)

test.each(keyScopes)(
  'a key with the scope %s reaches exactly the endpoints that the documentation names',
  async scope => {
    const send = await startWith(scope)
    for (const route of keyedRoutes) {
      const isAllowed = scopesAllowing(route).includes(scope)
      for (const value of ['01980000-0000-7000-8000-000000000de1', 'x', 'a%2Forders%2Fb', '..', '*', '%C3%A9']) {
        const reply = await send(route.method, pathOf(route, value))
        expect(reply, `${route.name} ${value}`).toMatchObject(
          isAllowed ? { status: 200 } : problem('insufficient_scope', 403),
        )
      }
    }
  },
)

const namesOf = (scope: (typeof keyScopes)[number]) =>
  keyedRoutes.filter(route => scopesAllowing(route).includes(scope)).map(({ name }) => name)

describe('the scope', () => {
  test('all allows every endpoint', () => {
    expect(namesOf('all')).toEqual(keyedRoutes.map(({ name }) => name))
  })

  test('read allows every endpoint that changes nothing', () => {
    expect(namesOf('read')).toEqual(keyedRoutes.filter(({ access }) => access !== 'write').map(({ name }) => name))
  })

  test('orders allows the endpoints of orders and refunds, the orders of a customer, and the account', () => {
    const modules = ['orders', 'refunds', 'account']
    const expected = keyedRoutes.filter(
      ({ name }) => modules.includes(name.split('.')[0] ?? '') || name === 'customers.orders',
    )
    expect(namesOf('orders')).toEqual(expected.map(({ name }) => name))
  })

  test('events allows sending events, and no endpoint that reads or changes objects', () => {
    expect(namesOf('events')).toEqual(['events.send'])
  })
})

test('a scope allows no other method of its paths', async () => {
  const send = await startWith('read')
  expect(await send('PATCH', '/orders')).toMatchObject(problem('insufficient_scope', 403))
  expect(await (await startWith('all'))('PATCH', '/orders')).toMatchObject(problem('method_not_allowed', 405))
})

test('an unknown path is 404 with any scope, and slashes that are ignored change nothing', async () => {
  const send = await startWith('orders')
  expect(await send('GET', '/no/such/path')).toMatchObject(problem('unknown_path', 404))
  for (const path of ['/orders/', '//orders', '/orders//x/', '/orders?limit=1'])
    expect((await send('GET', path)).status, path).toBe(200)
  for (const path of ['/products/', '//products', '/products?x=/orders', '/products/orders'])
    expect((await send('GET', path)).status, path).toBe(403)
})

test('the 403 of a scope says why, and asks for no other key', async () => {
  const reply = await (await startWith('read'))('POST', '/discounts')
  expect(reply).toMatchObject(problem('insufficient_scope', 403))
  expect(reply.json.detail).toContain('The scope of this API key does not allow the request.')
  expect(reply.headers).not.toHaveProperty('www-authenticate')
})

test('a revoked key of any scope is 401', async () => {
  const tenant = await newTenant()
  const { secret, id } = await keys.issue({ ...tenant, scope: 'read' })
  await keys.revoke(tenant.account, id)
  const reply = await (await sendWith(secret))('GET', '/orders')
  expect(reply).toMatchObject(problem('unauthorized', 401))
  expect(reply.headers['www-authenticate']).toBe('Basic realm="store"')
})

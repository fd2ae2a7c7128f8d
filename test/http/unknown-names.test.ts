/** Tests names in a query or a body that the endpoint does not know. */

import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type * as z from 'zod'
import { routes } from '../../lib/api.ts'
import { unwrapSchema } from '../../lib/core/fields.ts'
import { ignoredFieldErrors } from '../../lib/core/ignored-fields.ts'
import { log } from '../../lib/core/log.ts'
import { code } from '../discounts/samples.ts'
import { addProducts } from '../products/calls.ts'
import { sampleCall } from '../support/samples.ts'
import { type Call, call, newTenant } from '../support/store.ts'

afterEach(() => void vi.restoreAllMocks())

const strict = { Prefer: 'handling=strict' }
const send = async (name: string, request: Call) => call(name, await newTenant(), request)
const create = (body: unknown, headers: Call['headers'] = {}) => send('discounts.create', { body, headers })

const withNames = (selected: typeof routes) => selected.map(route => [route.name, route] as const)
/**
 * The endpoints with a body, except those that receive events. Events may have more fields than this API reads, so
 * their unknown fields are not reported.
 */
const withBody = routes.filter(({ body, putsEvents }) => body && !putsEvents)

describe.each(withNames(routes))('%s', name => {
  test('accepts its sample strictly', async () => {
    const [plain, checked] = await Promise.all([
      send(name, sampleCall(name)),
      send(name, { ...sampleCall(name), headers: strict }),
    ])
    expect(plain.headers).not.toHaveProperty('Ignored')
    expect(plain.headers).not.toHaveProperty('Preference-Applied')
    expect(checked.status).toBe(plain.status)
    expect(checked.headers).toMatchObject({ 'Preference-Applied': 'handling=strict' })
  })

  test('ignores an unknown parameter and names it, or rejects it strictly', async () => {
    const request = { ...sampleCall(name), query: { ...sampleCall(name).query, nosuch: '1' } }
    const [plain, ignored, rejected] = await Promise.all([
      send(name, sampleCall(name)),
      send(name, request),
      send(name, { ...request, headers: strict }),
    ])
    expect(ignored).toMatchObject({ status: plain.status, headers: { Ignored: 'nosuch' } })
    const errors = { nosuch: ['is an unknown field'] }
    expect(rejected).toMatchObject({ status: 400, body: { code: 'validation_failed', errors } })
    expect(rejected.headers).toMatchObject({ 'Preference-Applied': 'handling=strict' })
    expect(rejected.headers).not.toHaveProperty('Ignored')
  })
})

describe.each(withNames(withBody))('%s', (name, { body: schema }) => {
  const { body, ...sample } = sampleCall(name)

  test('ignores an unknown field and names it, or rejects it strictly', async () => {
    const changed = Array.isArray(body) ? [{ ...body[0], nosuch: 1 }] : { ...body, nosuch: 1 }
    const path = Array.isArray(body) ? '[0].nosuch' : 'nosuch'
    const [ignored, rejected] = await Promise.all([
      send(name, { ...sample, body: changed }),
      send(name, { ...sample, body: changed, headers: strict }),
    ])
    expect(ignored.headers).toMatchObject({ Ignored: path })
    expect(rejected).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', errors: { [path]: ['is an unknown field'] } },
    })
  })

  test('knows all documented fields, whatever their values', () => {
    fc.assert(
      fc.property(bodies(documentedBody(name)), value => {
        const faults = Object.values(ignoredFieldErrors(schema!, value)).flat()
        expect(faults.filter(fault => fault.startsWith('is an unknown field'))).toEqual([])
      }),
      { numRuns: 50 },
    )
  })

  test('has only schemas whose fields are known, and free-form ones', () => {
    expect(kindsIn(schema!).filter(kind => !leafKinds.includes(kind))).toEqual([])
  })
})

/**
 * The kinds of schemas that a body may contain, apart from objects and arrays. The search for unknown fields looks only
 * into objects and arrays, so it would not report an unknown field in a union of objects, for example.
 */
const leafKinds = ['string', 'number', 'boolean', 'enum', 'unknown']

function kindsIn(schema: z.core.$ZodType): string[] {
  const { def } = unwrapSchema(schema)._zod
  if (def.type === 'array') return kindsIn(def.element)
  if (def.type !== 'object') return [def.type]
  return Object.values(def.shape).flatMap(kindsIn)
}

type JsonSchema = { [key: string]: any }

const document: JsonSchema = JSON.parse(readFileSync('dist/docs/openapi.json', 'utf8'))

function documentedBody(name: string): JsonSchema {
  const { path, method } = routes.find(route => route.name === name)!
  return document.paths[path][method.toLowerCase()].requestBody.content['application/json'].schema
}

/** Generates values with any of the documented fields. The values of the fields are arbitrary. */
function bodies({ $ref, anyOf, items, properties, type }: JsonSchema): fc.Arbitrary<unknown> {
  if ($ref) return bodies(document.components.schemas[$ref.split('/').at(-1)])
  if (anyOf) return fc.oneof(...anyOf.map(bodies))
  if (items) return fc.array(bodies(items), { maxLength: 3 })
  if (properties) {
    const fields = Object.entries<JsonSchema>(properties).map(([name, field]) => [name, bodies(field)])
    return fc.record(Object.fromEntries(fields), { requiredKeys: [] })
  }
  const isFreeForm = [type].flat().includes('object')
  return isFreeForm ? fc.dictionary(fc.string(), fc.jsonValue()) : fc.constantFrom(null, 5, '', 'a', true, [])
}

test('names the fields of a rejected request too, in order', async () => {
  const body = { nmae: 'A', rates: [{ cost: 5, wieght: {}, weight: { form: 1 } }], metadata: {} }
  expect(await send('shipping.create', { body, query: { dryRun: '1' } })).toMatchObject({
    status: 400,
    headers: { Ignored: 'dryRun, nmae, rates[0].wieght, rates[0].weight.form, metadata' },
    body: { errors: { name: ['is required'] } },
  })
})

test('names them in the reply to a conflict too', async () => {
  const tenant = await newTenant()
  await call('discounts.create', tenant, { body: code('A') })
  const again = { body: { ...code('A'), maxUsages: 1 } }
  expect(await call('discounts.create', tenant, again)).toMatchObject({
    status: 409,
    headers: { Ignored: 'maxUsages' },
  })
})

test('a strict request gets all errors at once, with the nearest known names', async () => {
  const body = { ...code('A'), amount: -1, maxUsages: 100, archvied: true, colour: 'red' }
  expect(await create(body, strict)).toMatchObject({
    status: 400,
    headers: { 'Preference-Applied': 'handling=strict' },
    body: {
      message:
        'maxUsages is an unknown field (did you mean `maxNumberOfUsages`?); archvied is an unknown field (did you mean `archived`?); colour is an unknown field; and 1 more.',
      errors: {
        maxUsages: ['is an unknown field (did you mean `maxNumberOfUsages`?)'],
        archvied: ['is an unknown field (did you mean `archived`?)'],
        colour: ['is an unknown field'],
        amount: ['must be at least 0.001'],
      },
    },
  })
  expect(await send('orders.list', { query: { country: 'FR' }, headers: strict })).toMatchObject({
    status: 400,
    body: { errors: { country: ['is an unknown field (did you mean `billingAddressCountry`?)'] } },
  })
})

test.each<[string, Call['headers'], number]>([
  ['in any case, quoted, with other preferences', { pREFER: 'wait=5, Handling="STRICT"; x=y' }, 400],
  ['in the second of two headers', { Prefer: ['respond-async', 'handling=strict'] }, 400],
  ['after a lenient one', { Prefer: ['handling=lenient', 'handling=strict'] }, 200],
  ['in a text', { Prefer: 'x="y, handling=strict"' }, 200],
  ['as a value that does not exist', { Prefer: 'handling=strictest' }, 200],
  ['in another header', { 'X-Prefer': 'handling=strict' }, 200],
])('reads a preference %s', async (_, headers, status) => {
  const reply = await create({ ...code('A'), maxUsages: 100 }, headers)
  expect(reply.status).toBe(status)
  expect(reply.headers.Ignored).toBe(status === 200 ? 'maxUsages' : undefined)
})

test('names nested fields by the path that errors have', async () => {
  const variants = [{ stock: 1, variation: [{ name: 'Size', option: 5, label: 'S' }] }, { stok: 1 }]
  const reply = await send('products.update', { params: { id: 'TEE' }, body: { variants } })
  expect(reply.headers.Ignored).toBe('variants[0].variation[0].label, variants[1].stok')
  expect(Object.keys(reply.body.errors)).toEqual(['variants[0].variation[0].option', 'variants[1].variation'])
})

test('accepts any fields in metadata', async () => {
  const request = { ...sampleCall('orders.update'), body: { status: 'Shipped', metadata: { a: { b: [{ c: 1 }] } } } }
  const { status, headers } = await send('orders.update', { ...request, headers: strict })
  expect({ status, ignored: headers.Ignored }).toEqual({ status: 404, ignored: undefined })
})

test.each<[string, unknown]>([
  ['domains.update', { domain: 'shop.example', protocol: 'HTTPS' }],
  ['domains.update', { Domain: 'shop.example', Protocol: 'HTTPS', domain: 'shop.example', protocol: 'HTTPS' }],
  ['domains.allow', [{ Domain: 'shop.example', Protocol: 'HTTPS' }]],
])('%s knows both spellings of its fields: %j', async (name, body) => {
  expect(await send(name, { body, headers: strict })).toMatchObject({ status: 200 })
})

describe('a field that other fields leave without use', () => {
  const product = { name: 'A', trigger: 'Product', itemId: 'TEE', type: 'Rate', rate: 5 }
  const unused = { code: 'SPRING', amount: 5, totalToReach: 0 }
  const empty = { code: null, amount: '', alternatePrice: ' ', shippingCost: null }
  const variation = [{ name: 'Size', option: 'M' }]
  const method = { name: 'Parcel', rates: [{ cost: 5 }], location: { country: 'DE' } }
  const condition = { countryCondition: [{ countryCode: 'FR' }] }

  test.each<[string, unknown, string[]]>([
    ['discounts.create', { ...product, ...unused }, ['code', 'amount', 'totalToReach']],
    ['discounts.create', { ...product, ...empty }, []],
    ['discounts.create', { ...product, type: 'Shipping', shippingCost: 5 }, ['rate']],
    ['discounts.update', { ...product, ...unused }, ['code', 'amount', 'totalToReach']],
    ['discounts.update', { ...product, ...empty }, []],
    ['products.update', { inventoryManagementMethod: 'variant', stock: 5, variants: [{ variation }] }, ['stock']],
    ['products.update', { inventoryManagementMethod: 'Single', stock: 5, variants: [{ variation }] }, ['variants']],
    ['products.update', { inventoryManagementMethod: 'Single', stock: 5, variants: [] }, []],
    [
      'products.update',
      { inventoryManagementMethod: 'Disabled', stock: 0, allowOutOfStockPurchases: false },
      ['stock', 'allowOutOfStockPurchases'],
    ],
    ['shipping.create', { ...method, ...condition }, ['location']],
    ['shipping.create', { ...method, countryCondition: [] }, []],
    ['shipping.update', { ...method, ...condition }, ['location']],
    ['domains.update', { Domain: 'a.example', domain: 'b.example' }, ['domain']],
    ['domains.update', { Domain: null, domain: 'b.example' }, []],
    ['domains.allow', [{ domain: 'a.example', Domain: 'b.example' }], ['[0].Domain']],
  ])('%s names it, or rejects it strictly: %j', async (name, body, fields) => {
    const request = { ...sampleCall(name), body }
    const [ignored, rejected] = await Promise.all([send(name, request), send(name, { ...request, headers: strict })])
    expect(ignored.headers.Ignored).toBe(fields.join(', ') || undefined)
    const faults = Object.entries<string[]>(rejected.body.errors ?? {})
    const unusedFields = faults.filter(([, [fault]]) => fault!.startsWith('is not used'))
    expect(unusedFields.map(([field]) => field)).toEqual(fields)
    expect(rejected.status).toBe(fields.length > 0 ? 400 : ignored.status)
  })

  test('is named with its reason', async () => {
    const body = { ...product, ...unused }
    expect((await create(body, strict)).body.errors).toEqual({
      code: ['is not used when trigger is Product'],
      totalToReach: ['is not used when trigger is Product'],
      amount: ['is not used when type is Rate'],
    })
  })
})

describe('fields that the contract has, and that have no use', () => {
  const nobody = '01980000-0000-7000-8000-0000000dead0'
  const sent: [string, string, (id: string) => object][] = [
    ['discounts.update', 'id', () => ({ ...code('B'), id: nobody })],
    ['domains.disallow', '[0].protocol', () => [{ domain: 'a.example.com', protocol: 'HTTPS' }]],
    ['domains.disallow', '[0].Protocol', () => [{ Domain: 'a.example.com', Protocol: 'HTTPS' }]],
  ]

  test.each(sent)('in %s, %s is named, and a strict request may have it', async (name, field, bodyOf) => {
    for (const headers of [{}, strict]) {
      const tenant = await newTenant()
      const { body } = await call('discounts.create', tenant, { body: code('A') })
      await call('domains.allow', tenant, { body: [{ domain: 'a.example.com' }] })
      const request = { params: { id: body.id }, body: bodyOf(body.id), headers }
      const reply = await call(name, tenant, request)
      expect(reply.status).toBe(200)
      expect(reply.headers.Ignored).toBe(headers === strict ? undefined : field)
      if (name === 'discounts.update') expect(reply.body).toMatchObject({ id: body.id, code: 'B' })
      else expect(reply.body).toEqual([])
    }
  })
})

test.each([{}, strict])('names a field that the stored object has no use for, with the headers %j', async headers => {
  const tenant = await newTenant()
  await addProducts(tenant, [{ id: 'TEE' }], { createdOn: '2026-05-02T00:00:00.000Z' })
  const params = { id: 'TEE' }
  const update = (body: object) => call('products.update', tenant, { params, body, headers })
  expect((await update({ allowOutOfStockPurchases: true })).headers.Ignored).toBe('allowOutOfStockPurchases')
  expect((await update({ stock: 5, allowOutOfStockPurchases: true })).headers).not.toHaveProperty('Ignored')
  expect((await update({ allowOutOfStockPurchases: true })).headers).not.toHaveProperty('Ignored')
})

test('names become valid header text', async () => {
  const names = ['a\r\nX-Injected: 1', 'größe', 'a,b', '"', '\u0000', '\ud800', '__proto__', 'x'.repeat(5000)]
  const body = `{${names.map(name => `${JSON.stringify(name)}: 1`).join()}, ${JSON.stringify(code('A')).slice(1)}`
  const { status, headers } = await create(body)
  expect(status).toBe(200)
  expect(headers.Ignored).toMatch(
    /^a%0D%0AX-Injected:%201, gr%C3%B6%C3%9Fe, a%2Cb, %22, %00, %EF%BF%BD, __proto__, x+%E2/,
  )
  expect(new Headers(headers).get('Ignored')).toBe(headers.Ignored)
  expect(headers).not.toHaveProperty('X-Injected')
})

test('very many names give a short header and a short problem', async () => {
  const names = Array.from({ length: 20_000 }, (_, n) => [`maxNumberOfUsages${n}`, 1])
  const body = { ...code('A'), ...Object.fromEntries(names) }
  expect((await create(body)).headers.Ignored!.length).toBeLessThanOrEqual(1000)
  const rejected = await create(body, strict)
  expect(Object.keys(rejected.body.errors)).toHaveLength(50)
})

describe('an Idempotency-Key', () => {
  const key = { 'Idempotency-Key': 'k' }

  test('can be used again after a strict request was rejected', async () => {
    const tenant = await newTenant()
    const body = { ...code('A'), maxUsages: 100 }
    const headers = { ...key, ...strict }
    expect((await call('discounts.create', tenant, { body, headers })).status).toBe(400)
    const corrected = { body: { ...code('A'), maxNumberOfUsages: 100 }, headers }
    expect(await call('discounts.create', tenant, corrected)).toMatchObject({ status: 200 })
  })

  test('repeats the reply, but each request has its own handling', async () => {
    const tenant = await newTenant()
    const request = { body: code('A'), headers: { ...key, ...strict } }
    expect((await call('discounts.create', tenant, request)).status).toBe(200)
    const repeated = await call('discounts.create', tenant, { ...request, headers: key, query: { a: 'b' } })
    expect(repeated.headers).toMatchObject({ 'Idempotent-Replayed': 'true', Ignored: 'a' })
    expect(repeated.headers).not.toHaveProperty('Preference-Applied')
  })
})

test('logs the names, but none that may be part of a value', async () => {
  const infoSpy = vi.spyOn(log, 'info').mockImplementation(() => {})
  const query = { placedBy: 'Tom ', ' Ann Smith': '1', 'ann@example.com': '1', nosuch: 'Ann' }
  await send('orders.list', { query })
  expect(infoSpy.mock.calls[0]).toMatchObject(['request', { ignored: ['nosuch'] }])
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type * as z from 'zod'
import * as accounts from '../../lib/accounts/index.ts'
import { toJson } from '../../lib/core/json.ts'
import type { AccountId } from '../../lib/core/tenant.ts'
import { JsonSchemaComponents } from '../../lib/http/json-schema.ts'
import * as shipping from '../../lib/shipping/index.ts'
import { NewShippingMethod } from '../../lib/shipping/schemas.ts'
import { client } from '../../lib/store/client.ts'
import { around } from '../support/fault-injection.ts'
import { call, newTenant, otherMode } from '../support/store.ts'
import { create, flat, full, get, list } from './samples.ts'

const without = <T extends object>(object: T, field: keyof T) =>
  Object.fromEntries(Object.entries(object).filter(([name]) => name !== field))

/** Calls `run` before each transaction, until the returned function is called. */
function beforeEachTransaction(run: (items: unknown[]) => Promise<unknown>) {
  const name = 'beforeEachTransaction'
  client.middlewareStack.add(
    next => async args => {
      const { TransactItems } = args.input as { TransactItems?: unknown[] }
      if (TransactItems) await run(TransactItems)
      return next(args)
    },
    { step: 'initialize', name },
  )
  return () => void client.middlewareStack.remove(name)
}

describe('the returned method', () => {
  test('is the same from GET, with the same ETag', async () => {
    const tenant = await newTenant()
    const created = await create(tenant, full)
    expect(created).toMatchObject({ status: 200, body: { ...full, Id: expect.stringMatching(/^[0-9a-f-]{36}$/) } })
    expect(JSON.stringify(created.body)).toBe(JSON.stringify({ Id: created.body.Id, ...full }))
    const reply = await get(tenant, created.body.Id)
    expect(JSON.stringify(reply.body)).toBe(JSON.stringify(created.body))
    expect(reply.headers.ETag).toBe(created.headers.ETag)
  })

  test('has null or an empty text for fields not sent, but omits the currency', async () => {
    const { body } = await create(await newTenant(), flat)
    expect(body).toEqual({
      Id: body.Id,
      name: 'Letter',
      localizationId: null,
      rates: [{ cost: 5, weight: null, location: null }],
      onOrderTotalAbove: null,
      guaranteedEstimatedDelivery: { minimumDaysForDelivery: null, maximumDaysForDelivery: null },
      postalCodeRegex: '',
      countryCondition: [],
      shippingZoneId: '',
    })
  })

  test.each([null, '', ' ', '\u200b'])('reads %j as not sent', async blank => {
    const optional = without(without(full, 'name'), 'rates' as never)
    const blankFields = Object.fromEntries(Object.keys(optional).map(field => [field, blank]))
    const rate = { cost: 5, weight: { from: blank, to: blank }, location: { country: blank, province: blank } }
    const tenant = await newTenant()
    const { body } = await create(tenant, { name: 'Letter', rates: [rate], ...blankFields, location: blank })
    const { Id: _, rates, ...rest } = body
    const { Id: __, rates: ___, ...plain } = (await create(tenant, flat)).body
    expect(rest).toEqual(plain)
    expect(rates).toEqual([{ cost: 5, weight: { from: null, to: null }, location: { country: null, province: null } }])
  })

  test('reads numbers sent as text and codes in any case, and ignores unknown fields', async () => {
    const looseBody = {
      name: 'Parcel',
      rates: [{ cost: '6.905', weight: { from: '0', to: ' 2000 ' }, location: { country: ' ca' }, color: 1 }],
      currency: 'cad',
      onOrderTotalAbove: '50',
      guaranteedEstimatedDelivery: { minimumDaysForDelivery: '2' },
      countryCondition: [{ countryCode: 'us', provinceCode: 'ny' }],
      Id: 'mine',
      id: 'mine',
      ['__proto__']: { polluted: true },
    }
    const { status, body } = await create(await newTenant(), looseBody)
    expect(status).toBe(200)
    expect(body).toEqual({
      Id: body.Id,
      name: 'Parcel',
      localizationId: null,
      rates: [{ cost: 6.91, weight: { from: 0, to: 2000 }, location: { country: 'CA', province: null } }],
      currency: 'CAD',
      onOrderTotalAbove: 50,
      guaranteedEstimatedDelivery: { minimumDaysForDelivery: 2, maximumDaysForDelivery: null },
      postalCodeRegex: '',
      countryCondition: [{ countryCode: 'US', provinceCode: 'ny' }],
      shippingZoneId: '',
    })
    expect(body.Id).not.toBe('mine')
  })

  test('the OpenAPI schema marks nullable fields', () => {
    const schemas = new JsonSchemaComponents()
    schemas.of(NewShippingMethod, 'body')
    const { properties } = schemas.components.NewShippingMethod as {
      properties: Record<string, z.core.JSONSchema.BaseSchema>
    }
    const isNullable = ({ type, anyOf = [] }: z.core.JSONSchema.BaseSchema) =>
      [type, ...anyOf.map(form => form.type)].flat().includes('null')
    const fields = Object.keys(properties)
    expect(fields.filter(field => !isNullable(properties[field]!))).toEqual(['name', 'rates'])
  })

  test('accepts a method as it was returned', async () => {
    const tenant = await newTenant()
    const { body } = await create(tenant, full)
    const { Id: _, ...fields } = (await create(tenant, body)).body
    expect(fields).toEqual(full)
  })

  test('accepts five hundred rates and countries', async () => {
    const tenant = await newTenant()
    const province = '島'.repeat(50)
    const rate = { cost: 1.25, weight: { from: 1, to: 2 }, location: { country: 'JP', province } }
    const body = {
      ...full,
      name: '荷'.repeat(500),
      rates: Array(500).fill(rate),
      countryCondition: Array(500).fill({ countryCode: 'JP', provinceCode: province }),
    }
    const created = await create(tenant, body)
    expect(created).toMatchObject({ status: 200, body })
    expect((await get(tenant, created.body.Id)).body).toEqual(created.body)
  })
})

describe('rounds amounts to the decimals of the method’s currency, or else the store’s', () => {
  test.each([
    ['JPY', null, 500.5, 501],
    ['EUR', null, 6.905, 6.91],
    ['KWD', null, 1.2345, 1.235],
    ['KWD', 'JPY', 500.5, 501],
    ['JPY', 'kwd', 1.2345, 1.235],
  ])('store %s, method %s: %d becomes %d', async (storeCurrency, currency, sent, expected) => {
    const tenant = { ...(await newTenant()), currency: storeCurrency }
    const body = { name: 'Parcel', rates: [{ cost: 0 }, { cost: sent }], onOrderTotalAbove: sent, currency }
    const created = await create(tenant, body)
    expect(created.body).toMatchObject({ rates: [{ cost: 0 }, { cost: expected }], onOrderTotalAbove: expected })
    expect((await get(tenant, created.body.Id)).body).toEqual(created.body)
    const params = { id: created.body.Id }
    expect((await call('shipping.update', tenant, { params, body })).body).toEqual(created.body)
  })
})

describe('the obsolete location', () => {
  const conditions = async (body: object) =>
    (await create(await newTenant(), { ...flat, ...body })).body.countryCondition

  test.each([
    [{ location: { country: 'ca', province: 'QC' } }, [{ countryCode: 'CA', provinceCode: 'QC' }]],
    [{ location: { country: 'CA' } }, [{ countryCode: 'CA', provinceCode: '' }]],
    [{ location: { country: 'CA' }, countryCondition: [] }, [{ countryCode: 'CA', provinceCode: '' }]],
    [{ location: { country: null, province: null } }, []],
    [{ location: {} }, []],
    [
      { location: { country: 'CA' }, countryCondition: [{ countryCode: 'US' }] },
      [{ countryCode: 'US', provinceCode: '' }],
    ],
  ])('turns %j into the condition %j', async (body, expected) => {
    expect(await conditions(body)).toEqual(expected)
  })

  test('is not returned', async () => {
    const { body } = await create(await newTenant(), { ...flat, location: { country: 'CA' } })
    expect(body).not.toHaveProperty('location')
  })
})

describe('invalid bodies', () => {
  const faults = async (body: unknown) => {
    const reply = await create(await newTenant(), body)
    expect(reply).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
    return reply.body.errors
  }

  test('reports all faults at once', async () => {
    expect(
      await faults({
        name: ' ',
        localizationId: 5,
        rates: [
          { cost: -1, weight: { from: 5, to: 4 } },
          { weight: [], location: { province: 'QC' } },
          { cost: 1, weight: { from: -1, to: 1.5 }, location: { country: 'CAN' } },
          7,
          null,
        ],
        currency: 'EURO',
        onOrderTotalAbove: 'much',
        guaranteedEstimatedDelivery: { minimumDaysForDelivery: 5, maximumDaysForDelivery: 2 },
        postalCodeRegex: '[',
        countryCondition: [{ countryCode: 'C4' }, { provinceCode: 'QC' }, 'CA'],
        shippingZoneId: {},
        location: 'CA',
      }),
    ).toEqual({
      name: ['must not be empty'],
      localizationId: ['must be text'],
      'rates[0].cost': ['must be at least 0'],
      'rates[0].weight.to': ['must be at least from'],
      'rates[1].cost': ['is required'],
      'rates[1].weight': ['must be an object'],
      'rates[1].location.country': ['is required if there is a province'],
      'rates[2].weight.from': ['must be at least 0'],
      'rates[2].weight.to': ['must be a whole number'],
      'rates[2].location.country': ['must be a two-letter country code such as DE'],
      'rates[3]': ['must be an object'],
      'rates[4]': ['must be an object'],
      currency: ['must be an ISO 4217 code such as EUR'],
      onOrderTotalAbove: ['must be a number'],
      'guaranteedEstimatedDelivery.maximumDaysForDelivery': ['must be at least minimumDaysForDelivery'],
      postalCodeRegex: ['must be a valid RE2 regular expression: missing closing ] ['],
      'countryCondition[0].countryCode': ['must be a two-letter country code such as DE'],
      'countryCondition[1].countryCode': ['is required'],
      'countryCondition[2]': ['must be an object'],
      shippingZoneId: ['must be text'],
      location: ['must be an object'],
    })
  })

  const notACountry = 'must be a two-letter country code such as DE'
  const notACurrency = 'must be an ISO 4217 code such as EUR'
  test.each<[string, string, unknown]>([
    ['name', 'is required', {}],
    ['rates', 'is required', {}],
    ['name', 'must be text', { ...flat, name: null }],
    ['rates', 'must be an array', { ...flat, rates: null }],
    ['rates', 'must be an array', { ...flat, rates: { cost: 5 } }],
    ['rates', 'must have at least 1 entry', { ...flat, rates: [] }],
    ['rates', 'must have at most 500 entries', { ...flat, rates: Array(501).fill({ cost: 5 }) }],
    ['rates[0].cost', 'must be a number', { ...flat, rates: [{ cost: '' }] }],
    ['rates[0].cost', 'must be at most 999999999999.99', { ...flat, rates: [{ cost: 1e15 }] }],
    ['currency', notACurrency, { ...flat, currency: 'XX' }],
    ['currency', notACurrency, { ...flat, currency: 'ﬁm' }],
    ['currency', 'must be text', { ...flat, currency: 978 }],
    ['countryCondition', 'must be an array', { ...flat, countryCondition: { countryCode: 'CA' } }],
    ['countryCondition[0].countryCode', notACountry, { ...flat, countryCondition: [{ countryCode: 'ß' }] }],
    ['guaranteedEstimatedDelivery', 'must be an object', { ...flat, guaranteedEstimatedDelivery: [2, 5] }],
    ['body', 'must be an object', [flat]],
    ['body', 'must be an object', null],
  ])('%s %s (%#)', async (field, fault, body) => {
    expect((await faults(body))[field]).toEqual([fault])
  })

  test.each([
    ['(?=K1A)', 'invalid or unsupported Perl syntax (?='],
    ['(?<!K)1', 'invalid named capture (?<!K)1'],
    ['(a)\\1', 'invalid escape sequence \\1'],
    ['(a', 'missing closing ) (a'],
    ['(?i)(a', 'missing closing ) (?i)(a'],
    ['*', 'missing argument to repetition operator *'],
    ['a{1001}', 'invalid repeat count {1001}'],
  ])('rejects the pattern %s: %s', async (postalCodeRegex, fault) => {
    expect(await faults({ ...flat, postalCodeRegex })).toEqual({
      postalCodeRegex: [`must be a valid RE2 regular expression: ${fault}`],
    })
  })

  test('rejects patterns that are too complex or too long', async () => {
    expect(await faults({ ...flat, postalCodeRegex: '([0-9A-Z]{10}){100}'.repeat(6) })).toEqual({
      postalCodeRegex: ['must be simpler: it compiles to more than 5000 instructions'],
    })
    expect(await faults({ ...flat, postalCodeRegex: 'a'.repeat(501) })).toEqual({
      postalCodeRegex: ['must have at most 500 characters'],
    })
    expect(await faults({ ...flat, postalCodeRegex: '('.repeat(501) })).toEqual({
      postalCodeRegex: ['must have at most 500 characters'],
    })
  })

  test('returns 200 or 400 for any pattern', { tags: ['long'] }, async () => {
    const tenant = await newTenant()
    const fragment = fc.constantFrom(...'()[]{}|*+?^$.\\-,:=!<>01aZé𝒜\u0000\n', '(?', '\\p{', '\\Q', '[:', '{1,')
    const patterns = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(fragment).map(parts => parts.join('')),
    )
    await fc.assert(
      fc.asyncProperty(patterns, async postalCodeRegex => {
        expect([200, 400]).toContain((await create(tenant, { ...flat, postalCodeRegex })).status)
      }),
      { numRuns: 300 },
    )
  })
})

describe('shipping of the account', () => {
  const isEnabled = async (account: number) => (await accounts.get(account as AccountId)).shippingEnabled

  test('is enabled by the first method and stays enabled', async () => {
    const tenant = await newTenant()
    expect(await isEnabled(tenant.account)).toBe(false)
    const { body } = await create(tenant)
    expect(await isEnabled(tenant.account)).toBe(true)
    expect((await create(otherMode(tenant))).status).toBe(200)
    await call('shipping.remove', tenant, { params: { id: body.Id } })
    expect(await isEnabled(tenant.account)).toBe(true)
  })

  test('is not enabled by a rejected request', async () => {
    const tenant = await newTenant()
    await create(tenant, { name: 'No rates' })
    expect(await isEnabled(tenant.account)).toBe(false)
  })

  test('does not write the account again once shipping is enabled', async () => {
    const tenant = await newTenant()
    const rows: number[] = []
    const stop = around((command, send, input) => {
      const { TransactItems = [input] } = input as { TransactItems?: object[] }
      const isSave = /Put|TransactWrite/.test(command) && toJson(TransactItems).includes('#shipping-methods')
      if (isSave) rows.push(TransactItems.length)
      return send()
    })
    await create(tenant)
    await create(tenant)
    stop()
    expect(rows).toEqual([2, 1])
  })

  test('is enabled by twenty concurrent requests, all of which succeed', async () => {
    const tenant = await newTenant()
    const replies = await Promise.all(Array.from({ length: 20 }, () => create(tenant)))
    expect(replies.map(reply => reply.status)).toEqual(Array(20).fill(200))
    expect(await isEnabled(tenant.account)).toBe(true)
    expect((await list(tenant)).body).toHaveLength(20)
  })
})

describe('idempotency', () => {
  const keyHeader = { 'Idempotency-Key': 'the-first' }

  test('creates one method for repeated requests with the same Idempotency-Key', async () => {
    const tenant = await newTenant()
    const first = await create(tenant, full, keyHeader)
    const second = await create(tenant, full, keyHeader)
    expect(second).toMatchObject({ status: 200, body: first.body })
    expect(second.headers['Idempotent-Replayed']).toBe('true')
    expect((await list(tenant)).body).toEqual([first.body])
  })

  test('rejects another body with the same Idempotency-Key', async () => {
    const tenant = await newTenant()
    await create(tenant, full, keyHeader)
    expect(await create(tenant, flat, keyHeader)).toMatchObject({
      status: 422,
      body: { code: 'idempotency_key_reused' },
    })
  })

  const id = '01980000-0000-7000-8000-000000000001'
  const creation = { id, body: NewShippingMethod.parse(full), currency: 'EUR' }
  const changed = { ...creation, body: { ...creation.body, name: 'Changed' }, ifMatch: undefined }

  test('returns the existing method when a crashed request is retried', async () => {
    const tenant = await newTenant()
    const first = await shipping.create(tenant, creation)
    expect(await shipping.create(tenant, creation)).toEqual(first)
    const updated = await shipping.update(tenant, changed)
    expect(await shipping.create(tenant, creation)).toEqual(updated)
    expect((await list(tenant)).body).toEqual([updated])
  })

  test('a concurrent retry does not undo later changes', async () => {
    const tenant = await newTenant()
    const stop = beforeEachTransaction(async () => {
      stop()
      await shipping.create(tenant, creation)
      await shipping.update(tenant, changed)
    })
    expect(await shipping.create(tenant, creation)).toMatchObject({ Id: id, name: 'Changed' })
    expect((await list(tenant)).body).toMatchObject([{ Id: id, name: 'Changed' }])
  })
})

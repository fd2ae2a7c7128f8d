import { describe, expect, test } from 'vitest'
import { types as typesInOrder } from '../../lib/discounts/kinds.ts'
import { call, newTenant } from '../support/store.ts'
import { bodyOfTrigger, bodyOfType, code, triggers, types } from './samples.ts'

const plain = { name: 'Ten off', trigger: 'Total', type: 'FixedAmount', amount: 10 }

describe('creates and reads back', () => {
  test.each(types.flatMap(type => triggers.map(trigger => [type, trigger] as const)))(
    'a discount of type %s with trigger %s, other fields null',
    async (type, trigger) => {
      const tenant = await newTenant()
      const own = { name: 'A discount', type, trigger, ...bodyOfType[type], ...bodyOfTrigger[trigger] }
      const everything = {
        ...Object.assign({}, ...Object.values(bodyOfType)),
        ...Object.assign({}, ...Object.values(bodyOfTrigger)),
      }
      const created = await call('discounts.create', tenant, { body: { ...everything, ...own } })
      expect(created).toMatchObject({ status: 200, body: own })
      const others = Object.keys(everything).filter(field => !(field in own))
      for (const field of others) expect(created.body[field], field).toBeNull()
      const reply = await call('discounts.get', tenant, { params: { id: created.body.id } })
      expect(reply).toMatchObject({ status: 200, body: created.body })
      expect(reply.headers.ETag).toBe(created.headers.ETag)
    },
  )
})

test('defaults to unlimited, never expiring, combinable, not archived and not used', async () => {
  const { body } = await call('discounts.create', await newTenant(), { body: plain })
  expect(body).toMatchObject({
    totalToReach: null,
    expires: null,
    maxNumberOfUsages: null,
    combinable: true,
    archived: false,
    numberOfUsages: 0,
    numberOfUsagesUncompleted: 0,
  })
})

test('reads numbers, booleans and enumerations leniently', async () => {
  const body = {
    ...plain,
    trigger: 'total',
    type: 'FIXEDAMOUNT',
    amount: ' 10.005 ',
    combinable: 'False',
    totalToReach: '99.9',
  }
  const created = await call('discounts.create', await newTenant(), { body })
  expect(created.body).toMatchObject({
    trigger: 'Total',
    type: 'FixedAmount',
    amount: 10.01,
    combinable: false,
    totalToReach: 99.9,
  })
})

describe('fields of other triggers and types', () => {
  const ignoredFields = {
    code: '',
    itemId: 5,
    totalToReach: 'much',
    amount: 0,
    productIds: [],
    rate: 101,
    alternatePrice: 'a\u0000',
    shippingDescription: 'x'.repeat(501),
    shippingCost: -1,
    shippingGuaranteedDaysToDelivery: 1.5,
  }

  test.each(types.flatMap(type => triggers.map(trigger => [type, trigger] as const)))(
    'are ignored when type is %s and trigger %s',
    async (type, trigger) => {
      const own = { name: 'A discount', type, trigger, ...bodyOfType[type], ...bodyOfTrigger[trigger] }
      const created = await call('discounts.create', await newTenant(), { body: { ...ignoredFields, ...own } })
      expect(created).toMatchObject({ status: 200, body: own })
      const others = Object.keys(ignoredFields).filter(field => !(field in own))
      for (const field of others) expect(created.body[field], field).toBeNull()
    },
  )

  test('are ignored for trigger and type in any case', async () => {
    const body = { name: 'Five', trigger: ' TOTAL ', type: 'rate', rate: 5, amount: 0, code: 7 }
    const created = await call('discounts.create', await newTenant(), { body })
    expect(created).toMatchObject({ status: 200, body: { trigger: 'Total', rate: 5, amount: null, code: null } })
  })
})

test.each([null, '', ' ', '\u200b'])('reads %j as not sent', async blank => {
  const optional = { totalToReach: blank, expires: blank, maxNumberOfUsages: blank, combinable: blank, archived: blank }
  const created = await call('discounts.create', await newTenant(), { body: { ...plain, ...optional } })
  expect(created).toMatchObject({
    status: 200,
    body: { totalToReach: null, expires: null, maxNumberOfUsages: null, combinable: true, archived: false },
  })
})

test.each(['shippingGuaranteedDaysToDelivery', 'totalToReach'])('accepts a discount without %s', async field => {
  const body = { ...plain, type: 'Shipping', shippingDescription: 'Free', shippingCost: '0', [field]: '' }
  const created = await call('discounts.create', await newTenant(), { body })
  expect(created).toMatchObject({ status: 200, body: { shippingCost: 0, [field]: null } })
})

test.each([
  ['2027-06-30', '2027-06-30T23:59:59.999Z'],
  ['2027-06-30T12:00', '2027-06-30T12:00:00.000Z'],
  ['2027-06-30T12:00:00.1234567+02:00', '2027-06-30T10:00:00.123Z'],
])('reads the expiry %s as %s', async (expires, expected) => {
  const { body } = await call('discounts.create', await newTenant(), { body: { ...plain, expires } })
  expect(body.expires).toBe(expected)
})

test('rounds away the floating-point error of a rate', async () => {
  const body = { ...plain, type: 'Rate', rate: 0.30000000000000004 }
  expect((await call('discounts.create', await newTenant(), { body })).body.rate).toBe(0.3)
})

describe('rounds amounts to the decimals of the store’s currency', () => {
  test.each([
    ['JPY', 1500.5, 1501],
    ['EUR', 10.005, 10.01],
    ['EUR', 10.0049, 10],
    ['KWD', 1.2345, 1.235],
    ['KWD', 0.001, 0.001],
  ])('in %s, %d becomes %d', async (currency, sent, expected) => {
    const tenant = { ...(await newTenant()), currency }
    const amounts = [
      { type: 'FixedAmount', amount: sent, totalToReach: sent },
      { type: 'Shipping', shippingDescription: 'Express', shippingCost: sent, totalToReach: sent },
    ]
    for (const { type, ...fields } of amounts) {
      const body = { name: 'A discount', trigger: 'Total', type, ...fields }
      const expectedFields = Object.fromEntries(
        Object.entries(fields).map(([field, value]) => [field, value === sent ? expected : value]),
      )
      const created = await call('discounts.create', tenant, { body })
      expect(created).toMatchObject({ status: 200, body: expectedFields })
      const params = { id: created.body.id }
      expect((await call('discounts.get', tenant, { params })).body).toEqual(created.body)
      expect((await call('discounts.update', tenant, { params, body })).body).toEqual(created.body)
    }
  })

  test.each([
    ['JPY', 0.4, 'must be at least 1'],
    ['EUR', 0.004, 'must be at least 0.01'],
    ['KWD', 0.0004, 'must be at least 0.001'],
  ])('in %s, rejects an amount of %d, which rounds to zero', async (currency, amount, fault) => {
    const tenant = { ...(await newTenant()), currency }
    const reply = await call('discounts.create', tenant, { body: { ...plain, amount } })
    expect(reply).toMatchObject({ status: 400, body: { errors: { amount: [fault] } } })
  })
})

test('trims and deduplicates product ids', async () => {
  const body = { ...plain, type: 'FixedAmountOnItems', productIds: ' TEE , MUG,,TEE' }
  const created = await call('discounts.create', await newTenant(), { body })
  expect(created.body.productIds).toBe('TEE,MUG')
})

test.each([
  ['no body', undefined, ['body', 'name', 'trigger', 'type']],
  ['an array', [], ['body']],
  ['an empty object', {}, ['name', 'trigger', 'type']],
  ['a blank name', { ...plain, name: '  ' }, ['name']],
  ['a name of control characters', { ...plain, name: 'a\u0000b' }, ['name']],
  ['a lone surrogate', { ...plain, name: 'a\ud800' }, ['name']],
  ['an unknown trigger and type', { ...plain, trigger: 'Never', type: 'Free' }, ['trigger', 'type']],
  ['a code discount without a code', { ...plain, trigger: 'Code' }, ['code']],
  ['a product discount without a product', { ...plain, trigger: 'Product', itemId: null }, ['itemId']],
  ['no amount', { ...plain, amount: null }, ['amount']],
  ['a negative amount', { ...plain, amount: -1 }, ['amount']],
  ['an amount that rounds to zero', { ...plain, amount: 0.004 }, ['amount']],
  ['an amount that is too large', { ...plain, amount: 1e300 }, ['amount']],
  ['no product ids', { ...plain, type: 'FixedAmountOnItems', productIds: ' , ' }, ['productIds']],
  ['no rate', { ...plain, type: 'Rate' }, ['rate']],
  ['a rate above 100', { ...plain, type: 'Rate', rate: 101 }, ['rate']],
  ['no price list', { ...plain, type: 'AlternatePrice' }, ['alternatePrice']],
  ['no shipping', { ...plain, type: 'Shipping' }, ['shippingDescription', 'shippingCost']],
  ['a code and a rate missing at once', { ...plain, trigger: 'Code', type: 'Rate' }, ['code', 'rate']],
  ['half a usage', { ...plain, maxNumberOfUsages: 0.5 }, ['maxNumberOfUsages']],
  ['the thirtieth of February', { ...plain, expires: '2027-02-30' }, ['expires']],
])('rejects %s and reports every fault', async (_, body, fields) => {
  const tenant = await newTenant()
  const reply = await call('discounts.create', tenant, { body })
  expect(reply).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
  expect(Object.keys(reply.body.errors).toSorted()).toEqual([...fields].toSorted())
  expect((await call('discounts.list', tenant)).body).toEqual([])
})

test.each<[string, object, Record<string, string>]>([
  [
    'an invalid name and a missing field of the type',
    { name: 'a\u0000', trigger: 'Total', type: 'Rate' },
    { name: 'must not contain control characters or invalid Unicode', rate: 'is required when type is Rate' },
  ],
  [
    'invalid, blank and missing fields',
    { name: 'A', trigger: 'Code', code: ' ', type: 'Shipping', shippingCost: -1, maxNumberOfUsages: 0 },
    {
      code: 'is required when trigger is Code',
      shippingDescription: 'is required when type is Shipping',
      shippingCost: 'must be at least 0',
      maxNumberOfUsages: 'must be at least 1',
    },
  ],
  [
    'a missing name, an unknown type, and a missing field of the trigger',
    { trigger: 'Product', type: 'Free', itemId: '\u200b' },
    {
      name: 'is required',
      itemId: 'is required when trigger is Product',
      type: `must be one of ${typesInOrder.join(', ')}`,
    },
  ],
  [
    'an unknown trigger, and invalid fields of any trigger',
    { name: 'A', trigger: 'constructor', code: 5, type: 'Rate', rate: 101, amount: 0 },
    { trigger: 'must be one of Total, Code, Product', code: 'must be text', rate: 'must be at most 100' },
  ],
  [
    'a list without product ids',
    { ...plain, type: 'FixedAmountOnItems', productIds: ' ,\u200b, ' },
    { productIds: 'must contain a product id' },
  ],
])('reports %s at once', async (_, body, faults) => {
  const reply = await call('discounts.create', await newTenant(), { body })
  expect(reply).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
  expect(reply.body.errors).toEqual(
    Object.fromEntries(Object.entries(faults).map(([field, fault]) => [field, [fault]])),
  )
})

test.each([true, 'TRUE'])(
  'creates an archived discount for archived %j, without reserving its code',
  async archived => {
    const tenant = await newTenant()
    const created = await call('discounts.create', tenant, { body: { ...code('OLD'), archived } })
    expect(created).toMatchObject({ status: 200, body: { archived: true, code: 'OLD' } })
    expect((await call('discounts.get', tenant, { params: { id: created.body.id } })).body).toEqual(created.body)
    expect((await call('discounts.create', tenant, { body: code('OLD') })).status).toBe(200)
    const restoration = { params: { id: created.body.id }, body: { ...code('OLD'), archived: false } }
    expect((await call('discounts.update', tenant, restoration)).body.code).toBe('code_in_use')
  },
)

test('creates an archived discount with a code that is in use', async () => {
  const tenant = await newTenant()
  await call('discounts.create', tenant, { body: code('NOW') })
  expect((await call('discounts.create', tenant, { body: { ...code('NOW'), archived: true } })).status).toBe(200)
})

describe('codes', () => {
  test.each([
    ['straße', 'STRASSE'],
    ['οδοσ', 'ΟΔΟΣ'],
    ['\ufdfa'.repeat(200), '\ufdfa'.repeat(200)],
  ])('treats %s and %s as equal', async (one, other) => {
    const tenant = await newTenant()
    expect((await call('discounts.create', tenant, { body: code(one) })).status).toBe(200)
    expect((await call('discounts.create', tenant, { body: code(other) })).body.code).toBe('code_in_use')
  })

  test('rejects a code of another discount, case-insensitively', async () => {
    const tenant = await newTenant()
    await call('discounts.create', tenant, { body: code('SUMMER') })
    const second = await call('discounts.create', tenant, { body: code(' summer ') })
    expect(second).toMatchObject({ status: 409, body: { code: 'code_in_use' } })
  })

  test('another account and the other mode can use the same code', async () => {
    const tenant = await newTenant('Test')
    const others = [await newTenant('Test'), { ...tenant, mode: 'Live' as const }]
    for (const owner of [tenant, ...others]) {
      expect((await call('discounts.create', owner, { body: code('SUMMER') })).status).toBe(200)
    }
  })

  test('creates one of a hundred concurrent discounts with the same code', async () => {
    const tenant = await newTenant()
    const create = () => call('discounts.create', tenant, { body: code('ONE') })
    const replies = await Promise.all(Array.from({ length: 100 }, create))
    expect(replies.filter(reply => reply.status === 200)).toHaveLength(1)
    expect(replies.filter(reply => reply.body.code === 'code_in_use')).toHaveLength(99)
    expect((await call('discounts.list', tenant)).body).toHaveLength(1)
  })
})

import { describe, expect, test } from 'vitest'
import type { Tenant } from '../../lib/core/tenant.ts'
import { completeOrder, item } from '../support/checkout.ts'
import { newTenant } from '../support/store.ts'
import { addProducts, dropdown, get, list, remove, sizes, update, variant } from './calls.ts'

const single = { inventoryManagementMethod: 'Single' }
const withVariants = (...variants: unknown[]) => ({ inventoryManagementMethod: 'Variant', variants })

async function createStore(customFields: object[] = [sizes]): Promise<Tenant> {
  const tenant = await newTenant()
  await addProducts(tenant, [{ id: 'TEE', customFields }], { createdOn: '2026-05-02T00:00:00.000Z' })
  return tenant
}

/** Returns the inventory fields that the API shows for a product. */
async function inventoryOf(tenant: Tenant, id = 'TEE') {
  const fields = Object.entries((await get(tenant, id)).body).filter(([name]) => /stock|inventory|variants/i.test(name))
  return Object.fromEntries(fields)
}

/** Expects that the update succeeds, and returns the inventory fields. */
const expectUpdate = async (tenant: Tenant, body: unknown) => {
  const reply = await update(tenant, 'TEE', body)
  expect(reply.body).toMatchObject({ userDefinedId: 'TEE' })
  expect(reply.status).toBe(200)
  expect((await get(tenant, 'TEE')).body).toEqual(reply.body)
  return inventoryOf(tenant)
}

/** Expects that the update is rejected for these fields, and returns the message. */
async function expectRejection(tenant: Tenant, body: unknown, ...fields: string[]) {
  const before = (await get(tenant, 'TEE')).body
  const reply = await update(tenant, 'TEE', body)
  expect(reply).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
  expect(Object.keys(reply.body.errors)).toEqual(fields)
  expect((await get(tenant, 'TEE')).body).toEqual(before)
  return reply.body.message as string
}

describe('inventory methods', () => {
  test('Single has one stock, which is the total', async () => {
    const tenant = await createStore()
    expect(await expectUpdate(tenant, { ...single, stock: 7 })).toEqual({
      inventoryManagementMethod: 'Single',
      stock: 7,
      totalStock: 7,
      allowOutOfStockPurchases: false,
    })
  })

  test('a stock may be negative', async () => {
    const body = { ...single, stock: -3, allowOutOfStockPurchases: true }
    expect(await expectUpdate(await createStore(), body)).toEqual({ ...body, totalStock: -3 })
  })

  test('a negative stock needs out-of-stock purchases, as sent or as set before', async () => {
    const tenant = await createStore()
    const allowed = await expectUpdate(tenant, { ...single, stock: 1, allowOutOfStockPurchases: true })
    expect(await expectUpdate(tenant, { stock: -2 })).toEqual({ ...allowed, stock: -2, totalStock: -2 })
    const message = await expectRejection(tenant, { stock: -3, allowOutOfStockPurchases: false }, 'stock')
    expect(message).toBe('stock must be at least 0 unless allowOutOfStockPurchases is true.')
  })

  test('a stock that sales made negative stays, until a request sets it', async () => {
    const tenant = await createStore()
    await expectUpdate(tenant, { ...single, stock: -2, allowOutOfStockPurchases: true })
    const blocked = await expectUpdate(tenant, { allowOutOfStockPurchases: false })
    expect(blocked).toMatchObject({ stock: -2, allowOutOfStockPurchases: false })
    await remove(tenant, 'TEE')
    expect(await expectUpdate(tenant, {})).toEqual(blocked)
    await expectRejection(tenant, { stock: -2 }, 'stock')
    expect(await expectUpdate(tenant, { stock: 0 })).toMatchObject({ stock: 0 })
  })

  test('Disabled has no other fields', async () => {
    const tenant = await createStore()
    expect(await expectUpdate(tenant, { inventoryManagementMethod: 'Disabled', stock: 5 })).toEqual({
      inventoryManagementMethod: 'Disabled',
    })
  })

  test('reads numbers and flags as text, and the method in any case', async () => {
    const tenant = await createStore()
    const body = { inventoryManagementMethod: 'sINGLE', stock: '12', allowOutOfStockPurchases: 'TRUE' }
    expect(await expectUpdate(tenant, body)).toEqual({
      inventoryManagementMethod: 'Single',
      stock: 12,
      totalStock: 12,
      allowOutOfStockPurchases: true,
    })
    expect(
      await expectUpdate(tenant, withVariants(variant('S', '-4' as never, { allowOutOfStockPurchases: 'true' }))),
    ).toMatchObject({ totalStock: -4, variants: [{ stock: -4, allowOutOfStockPurchases: true }] })
  })

  test('keeps fields that are not sent or null', async () => {
    const tenant = await createStore()
    const before = await expectUpdate(tenant, { ...single, stock: 7, allowOutOfStockPurchases: true })
    for (const body of [{}, single, { stock: null, allowOutOfStockPurchases: null }, { name: 'x', archived: true }])
      expect(await expectUpdate(tenant, body)).toEqual(before)
    expect(await expectUpdate(tenant, { stock: 8 })).toEqual({ ...before, stock: 8, totalStock: 8 })
    expect(await expectUpdate(tenant, { allowOutOfStockPurchases: false })).toMatchObject({ stock: 8 })
  })

  test('deletes the fields of a method when another method is set', async () => {
    const tenant = await createStore()
    await expectUpdate(tenant, { ...single, stock: 7, allowOutOfStockPurchases: true })
    expect(await expectUpdate(tenant, withVariants(variant('S', 1)))).toEqual({
      inventoryManagementMethod: 'Variant',
      totalStock: 1,
      allowOutOfStockPurchases: true,
      variants: [variant('S', 1, { allowOutOfStockPurchases: true })],
    })
    await expectUpdate(tenant, { inventoryManagementMethod: 'Disabled' })
    expect(await expectUpdate(tenant, withVariants())).toEqual({
      inventoryManagementMethod: 'Variant',
      totalStock: 0,
      allowOutOfStockPurchases: false,
      variants: [],
    })
    expect(await expectUpdate(tenant, single)).toEqual({
      inventoryManagementMethod: 'Single',
      stock: 0,
      totalStock: 0,
      allowOutOfStockPurchases: false,
    })
  })

  test.each([{}, { inventoryManagementMethod: 'Disabled' }])(
    'without a method, stock means Single and variants mean Variant, after %j',
    async before => {
      for (const [body, method] of [
        [{ stock: 5 }, 'Single'],
        [{ variants: [variant('S', 5)] }, 'Variant'],
      ] as const) {
        const tenant = await createStore()
        await expectUpdate(tenant, before)
        expect(await expectUpdate(tenant, body)).toMatchObject({ inventoryManagementMethod: method, totalStock: 5 })
      }
    },
  )

  test('without a method, stock and variants together are rejected, and neither changes nothing', async () => {
    const tenant = await createStore()
    await expectRejection(tenant, { stock: 5, variants: [] }, 'inventoryManagementMethod')
    expect(await expectUpdate(tenant, {})).toEqual({})
  })

  test.each<[string, unknown, unknown, string, RegExp]>([
    ['a stock', withVariants(variant('S', 5)), { stock: 4 }, 'stock', /stock requires .* Single, .* has Variant/],
    ['variants', single, { variants: [variant('S', 5)] }, 'variants', /requires .* Variant, .* has Single/],
    ['no variants at all', single, { variants: [] }, 'variants', /requires .* Variant/],
    ['a stock with variants', single, { stock: 4, variants: [] }, 'variants', /requires .* Variant/],
  ])('rejects %s that does not match the current method', async (_, before, body, field, message) => {
    const tenant = await createStore()
    await expectUpdate(tenant, before)
    expect(await expectRejection(tenant, body, field)).toMatch(message)
  })

  test('ignores fields of other methods than the one sent', async () => {
    const tenant = await createStore()
    const all = { stock: 4, variants: [variant('XXL', 5)] }
    expect(await expectUpdate(tenant, { ...single, ...all })).toMatchObject({ stock: 4, totalStock: 4 })
    expect(await expectUpdate(tenant, { ...single, variants: [variant('S', 5)] })).toMatchObject({ stock: 4 })
    expect(await expectUpdate(tenant, { inventoryManagementMethod: 'Disabled', ...all })).toEqual({
      inventoryManagementMethod: 'Disabled',
    })
    const inventory = await expectUpdate(tenant, { ...withVariants(variant('S', 5)), stock: 4 })
    expect(inventory).toMatchObject({ totalStock: 5 })
    expect(inventory.stock).toBeUndefined()
  })

  test.each([
    [{ inventoryManagementMethod: 'Many' }, 'inventoryManagementMethod'],
    [{ ...single, stock: 1.5 }, 'stock'],
    [{ ...single, stock: 'many' }, 'stock'],
    [{ ...single, stock: 2 ** 31 }, 'stock'],
    [{ ...single, stock: -1 }, 'stock'],
    [{ stock: '-1' }, 'stock'],
    [{ ...single, stock: -1, allowOutOfStockPurchases: false }, 'stock'],
    [withVariants(variant('S', 1), variant('M', -1)), 'variants[1].stock'],
    [withVariants(variant('S', -1, { allowOutOfStockPurchases: false })), 'variants[0].stock'],
    [{ ...single, allowOutOfStockPurchases: 'perhaps' }, 'allowOutOfStockPurchases'],
    [{ inventoryManagementMethod: 'Variant', variants: 'S' }, 'variants'],
    [withVariants({ stock: 5 }), 'variants[0].variation'],
    [withVariants({ stock: 5, variation: [] }), 'variants[0].variation'],
    [withVariants({ stock: 5, variation: [{ name: 'Size' }] }), 'variants[0].variation[0].option'],
    [withVariants({ stock: 'x', variation: [{ name: 'Size', option: 'S' }] }), 'variants[0].stock'],
  ])('rejects %j', async (body, field) => {
    await expectRejection(await createStore(), body, field)
  })
})

describe('Variant', () => {
  test('has a stock per variant, with the sum as the total', async () => {
    const oversold = variant('M', -2, { allowOutOfStockPurchases: true })
    expect(await expectUpdate(await createStore(), withVariants(variant('S', 5), oversold))).toEqual({
      inventoryManagementMethod: 'Variant',
      totalStock: 3,
      allowOutOfStockPurchases: false,
      variants: [variant('S', 5, { allowOutOfStockPurchases: false }), oversold],
    })
  })

  test('accepts a negative stock if the variant, or else the product, allows out-of-stock purchases', async () => {
    const tenant = await createStore()
    const allowing = { allowOutOfStockPurchases: true }
    await expectUpdate(tenant, withVariants(variant('S', 1), variant('M', 1, allowing)))
    expect(await expectUpdate(tenant, { variants: [variant('M', -1)] })).toMatchObject({ totalStock: 0 })
    await expectRejection(tenant, { variants: [variant('S', -1)], ...allowing }, 'variants[0].stock')
    const added = await expectUpdate(tenant, { variants: [variant('L', -1)], ...allowing })
    expect(added).toMatchObject({ totalStock: -1 })
    const refused = [variant('S', -1), variant('M', -2, { allowOutOfStockPurchases: false })]
    await expectRejection(tenant, { variants: refused }, 'variants[0].stock', 'variants[1].stock')
  })

  test('keeps variants and fields that are not sent', async () => {
    const tenant = await createStore()
    await expectUpdate(tenant, withVariants(variant('S', 5), variant('M', 6, { allowOutOfStockPurchases: true })))
    const { variants: after } = await expectUpdate(tenant, {
      variants: [variant('L', 1), { variation: [{ name: 'Size', option: 'M' }] }, variant('S', 4)],
    })
    expect(after).toEqual([
      variant('S', 4, { allowOutOfStockPurchases: false }),
      variant('M', 6, { allowOutOfStockPurchases: true }),
      variant('L', 1, { allowOutOfStockPurchases: false }),
    ])
    expect(await expectUpdate(tenant, { inventoryManagementMethod: 'Variant' })).toMatchObject({ totalStock: 11 })
  })

  test('accepts choices with price adjustments, and fields in any order', async () => {
    const tenant = await createStore([sizes, dropdown('Colour', 'Red|Blue, dark[+1]')])
    const choices = [
      { name: 'Colour', option: 'Blue, dark[+1]' },
      { name: 'Size', option: 'M[+2.00]' },
    ]
    await expectUpdate(tenant, withVariants({ variation: choices, stock: 5 }))
    const reversed = choices.toReversed().map(({ name, option }) => ({ name, option: option.split('[')[0] }))
    const { variants: after } = await expectUpdate(tenant, withVariants({ variation: reversed, stock: 4 }))
    expect(after).toEqual([{ stock: 4, variation: reversed, allowOutOfStockPurchases: false }])
    const itemFields = [{ ...sizes, value: 'M[+2.00]' }, dropdown('Colour', '', 'Blue, dark')]
    await completeOrder(
      tenant,
      { items: [item({ customFields: itemFields, quantity: 3 })] },
      { createdOn: '2026-05-01T00:00:00Z' },
    )
    expect((await inventoryOf(tenant)).totalStock).toBe(1)
  })

  test('is rejected for a product without dropdown fields', async () => {
    for (const fields of [[], [{ ...sizes, type: 'textbox' }]])
      expect(
        await expectRejection(await createStore(fields), withVariants(variant('S', 5)), 'inventoryManagementMethod'),
      ).toMatch(/no dropdown fields/)
  })

  test.each([
    ['an unknown choice', variant('XXL', 1), /"XXL" is not a choice of Size/],
    ['a choice in another case', variant('s', 1), /"s" is not a choice/],
    [
      'a field that the product does not have',
      { variation: [{ name: 'Colour', option: 'S' }] },
      /dropdown fields once: Size/,
    ],
    [
      'one field too many',
      {
        variation: [
          { name: 'Size', option: 'S' },
          { name: 'Colour', option: 'Red' },
        ],
      },
      /once/,
    ],
    [
      'one field twice',
      {
        variation: [
          { name: 'Size', option: 'S' },
          { name: 'Size', option: 'M' },
        ],
      },
      /once/,
    ],
  ])('is rejected with %s', async (_, invalid, message) => {
    const body = withVariants(variant('M', 1), invalid)
    expect(await expectRejection(await createStore(), body, 'variants[1].variation')).toMatch(message)
  })

  test('is rejected with a duplicate in any notation, and all errors are reported', async () => {
    const body = withVariants(variant('M', 1), variant('M[+2.00]', 2), variant('XXL', 1))
    await expectRejection(await createStore(), body, 'variants[1].variation', 'variants[2].variation')
  })

  test('is rejected when a field is missing', async () => {
    const tenant = await createStore([sizes, dropdown('Colour', 'Red|Blue')])
    await expectRejection(tenant, withVariants(variant('M', 1)), 'variants[0].variation')
  })

  test('stays unchanged when the product has lost its fields and no variants are sent', async () => {
    const tenant = await createStore()
    const before = await expectUpdate(tenant, withVariants(variant('S', 5)))
    await addProducts(tenant, [{ id: 'TEE', customFields: [] }], { createdOn: '2026-05-03T00:00:00.000Z' })
    await remove(tenant, 'TEE')
    expect(await expectUpdate(tenant, {})).toEqual(before)
    await expectRejection(tenant, { variants: [variant('M', 4)] }, 'inventoryManagementMethod')
    await expectRejection(tenant, withVariants(variant('S', 4)), 'inventoryManagementMethod')
    expect(await expectUpdate(tenant, { variants: [variant('S', 0)] })).toMatchObject({ totalStock: 0 })
  })

  test('keeps variants of removed choices and accepts their stock, but no new ones', async () => {
    const tenant = await createStore()
    await expectUpdate(tenant, withVariants(variant('S', 5), variant('M', 6)))
    const newFields = [dropdown('Size', 'M|XL'), dropdown('Colour', 'Red')]
    await addProducts(tenant, [{ id: 'TEE', customFields: newFields }], { createdOn: '2026-05-03T00:00:00.000Z' })
    await expectRejection(tenant, { variants: [variant('S', 0), variant('L', 1)] }, 'variants[1].variation')
    await expectRejection(tenant, withVariants(variant('S', 0), variant('S', 1)), 'variants[1].variation')
    const red = { variation: [...variant('XL', 0).variation, { name: 'Colour', option: 'Red' }], stock: 7 }
    const { variants: after } = await expectUpdate(tenant, withVariants(variant('S', 0), red))
    expect(after).toMatchObject([{ stock: 0 }, { stock: 6 }, { stock: 7 }])
  })

  test('sells a newly added choice separately from the old one', async () => {
    const tenant = await createStore()
    await expectUpdate(tenant, withVariants(variant('S', 100)))
    const colour = dropdown('Colour', 'Red|Blue', 'Red')
    const fields = [sizes, colour]
    await addProducts(tenant, [{ id: 'TEE', customFields: fields }], { createdOn: '2026-05-03T00:00:00.000Z' })
    const red = [...variant('S', 0).variation, { name: 'Colour', option: 'Red' }]
    await expectUpdate(tenant, { variants: [{ variation: red, stock: 50 }] })
    const customFields = [{ ...sizes, value: 'S' }, colour]
    await completeOrder(tenant, { items: [item({ quantity: 3, customFields })] }, { createdOn: '2026-05-01T00:00:00Z' })
    expect((await inventoryOf(tenant)).variants).toMatchObject([{ stock: 100 }, { stock: 47 }])
  })

  test('has as many variants as choices, up to the maximum size of a row', async () => {
    const names = Array.from({ length: 1000 }, (_, n) => `${n}`)
    const tenant = await createStore([dropdown('Size', names.join('|'))])
    expect(await expectUpdate(tenant, withVariants(...names.map(name => variant(name, 1))))).toMatchObject({
      totalStock: 1000,
    })
    const longNames = names.slice(0, 400).map(name => `${name}${'x'.repeat(400)}`)
    await addProducts(tenant, [{ id: 'TEE', customFields: [dropdown('Size', longNames.join('|'))] }])
    await expectRejection(tenant, { variants: longNames.map(name => variant(name, 1)) }, 'variants')
  })
})

test('rejects many invalid variants with a short reply', async () => {
  const fields = Array.from({ length: 300 }, (_, n) => dropdown(`${n}`.padEnd(480, 'x'), 'a|b'))
  const tenant = await createStore(fields)
  const invalid = Array.from({ length: 1000 }, (_, n) => variant(`${n}`, 1))
  const { status, body } = await update(tenant, 'TEE', withVariants(...invalid))
  expect(status).toBe(400)
  expect(JSON.stringify(body).length).toBeLessThan(16_000)
  expect(Object.keys(body.errors)).toHaveLength(50)
  expect(body.message).toMatch(/^variants\[0\]\.variation must name .*…; .*…; .*…; and 997 more\.$/)
})

test('restores an archived product, with or without fields', async () => {
  const tenant = await createStore()
  for (const body of [{}, { ...single, stock: 1 }]) {
    await remove(tenant, 'TEE')
    const reply = await update(tenant, 'TEE', body)
    expect(reply.body.archived).toBe(false)
    expect((await list(tenant)).body.items).toEqual([reply.body])
  }
})

test('changes modificationDate, but not the description of the product', async () => {
  const tenant = await createStore()
  const { modificationDate, ...before } = (await get(tenant, 'TEE')).body
  const { body } = await update(tenant, 'TEE', { ...single, stock: 1, price: 0, name: 'x', userDefinedId: 'y' })
  expect(body).toMatchObject(before)
  expect(body.modificationDate > modificationDate).toBe(true)
})

test('updates by the GUID, and by an id with slashes and Unicode', async () => {
  const tenant = await newTenant()
  await addProducts(tenant, [{ id: 'tees/schön 小' }])
  const { id } = (await get(tenant, 'tees/schön 小')).body
  expect((await update(tenant, 'tees/schön 小', { ...single, stock: 3 })).body).toMatchObject({ id, stock: 3 })
  expect((await update(tenant, id.toUpperCase(), { stock: 4 })).body).toMatchObject({ id, stock: 4 })
})

test('responds with 412 when an order has changed the product', async () => {
  const tenant = await createStore()
  const { headers } = await update(tenant, 'TEE', { ...single, stock: 3 })
  await completeOrder(tenant, {}, { createdOn: '2026-05-01T00:00:00Z' })
  expect((await update(tenant, 'TEE', { stock: 3 }, { 'If-Match': headers.ETag! })).status).toBe(412)
  expect(await inventoryOf(tenant)).toMatchObject({ stock: 2 })
})

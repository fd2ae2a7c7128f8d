import { expect, test } from 'vitest'
import { createFormCheck } from '../../lib/pages/form/form-check.ts'

test('without the schema, only numbers that cannot be read are faults', async () => {
  const load = () => Promise.reject(new TypeError('Failed to fetch'))
  const check = createFormCheck((values: object) => values, load, 'Fill this in.')
  expect(await check({ code: '', rates: [{ cost: 5 }, { cost: Number.NaN }], total: Number.NaN })).toEqual({
    'rates.1.cost': true,
    total: true,
  })
  expect(await check({ code: '', rates: [], total: null })).toEqual({})
})

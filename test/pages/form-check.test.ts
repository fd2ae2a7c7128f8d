import { expect, test } from 'vitest'
import * as z from 'zod'
import { nonBlank } from '../../lib/core/fields.ts'
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

test('a required field that is missing or empty has the words of the pages, and other faults those of the API', async () => {
  const schema = z.object({ name: nonBlank(), code: nonBlank(), title: nonBlank(3) })
  const check = createFormCheck(
    (values: object) => values,
    async () => schema,
    'Fill this in.',
  )
  expect(await check({ name: ' ', title: 'Summer' })).toEqual({
    name: 'Fill this in.',
    code: 'Fill this in.',
    title: 'must have at most 3 characters',
  })
})

import { expect, test } from 'vitest'
import * as z from 'zod'
import { nullableInteger } from '../../lib/core/fields.ts'
import { projectWithDefaults } from '../../lib/core/project-with-defaults.ts'

const Row = z.object({ most: nullableInteger, count: z.int().optional(), weight: z.number(), name: z.string() })

test.each([
  [2.5, 2],
  [-0.5, -1],
  [1e300, 2_147_483_647],
  [3, 3],
  [null, null],
  [undefined, null],
])('shows %j, which a row has where the API has a whole number, as %j', (most, shown) => {
  const projected = projectWithDefaults(Row, { most, count: 1.5, weight: 2.5 })
  expect(projected).toEqual({ most: shown, count: 1, weight: 2.5, name: '' })
  expect(Row.parse(projected)).toEqual(projected)
})

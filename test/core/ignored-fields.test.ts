import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { withAliases } from '../../lib/core/fields.ts'
import { ignoredFieldErrors, ignoredFieldPaths } from '../../lib/core/ignored-fields.ts'
import { metadata } from '../../lib/core/metadata.ts'

const Size = z.object({ width: z.number(), height: z.number() })

test('finds fields at every level, by the path that errors have', () => {
  const schema = z.object({ name: z.string(), size: Size, sizes: z.array(Size), table: z.array(z.array(Size)) })
  const input = {
    nmae: 'A',
    size: { width: 1, depth: 2 },
    sizes: [{ height: 1 }, { length: 1, heigth: 1 }],
    table: [[], [{ '': 1 }]],
  }
  expect(ignoredFieldPaths(schema, input)).toEqual([
    'nmae',
    'size.depth',
    'sizes[1].length',
    'sizes[1].heigth',
    'table[1][0].""',
  ])
})

test.each<[string, z.ZodType]>([
  ['optional', Size.optional()],
  ['nullable', Size.nullish()],
  ['with a default', Size.default({ width: 1, height: 1 })],
  ['with a default input', Size.prefault({ width: 1, height: 1 })],
  ['refined and described', Size.refine(() => true).describe('A size.')],
  ['branded and read-only', Size.brand<'Size'>().readonly()],
  ['preprocessed', z.preprocess(value => value ?? {}, Size)],
  ['preprocessed, nullable and transformed', z.preprocess(value => value, Size.nullable()).transform(() => 5)],
  ['piped', Size.pipe(z.any())],
  ['caught', Size.catch({ width: 1, height: 1 })],
])('reads the fields of an object that is %s', (_, schema) => {
  const input = { size: { width: 1, other: 2 } }
  expect(ignoredFieldPaths(z.object({ size: schema }), input)).toEqual(['size.other'])
})

test.each<[string, z.ZodType]>([
  ['metadata', metadata],
  ['a record', z.record(z.string(), Size)],
  ['an unknown value', z.unknown()],
  ['a union', z.union([Size, z.string()])],
])('accepts all fields of %s', (_, schema) => {
  expect(ignoredFieldPaths(z.object({ any: schema }), { any: { other: [{ other: 1 }] } })).toEqual([])
})

test.each([undefined, null, 5, 'text', [], [{ other: 1 }], { size: 'text' }, { size: [{ other: 1 }] }])(
  'finds nothing in %j, which is not an object where one is expected',
  input => {
    expect(ignoredFieldPaths(z.object({ size: Size }), input)).toEqual([])
  },
)

test('finds fields with the names of prototypes', () => {
  const input = JSON.parse('{"__proto__": {"width": 1}, "constructor": 1, "width": 1}')
  expect(ignoredFieldPaths(Size, input)).toEqual(['__proto__', 'constructor'])
})

test('finds at most 50 fields', () => {
  const input = Array.from({ length: 100_000 }, () => ({ other: 1 }))
  expect(ignoredFieldPaths(z.array(Size), input)).toHaveLength(50)
})

describe('aliases', () => {
  const schema = withAliases(z.object({ size: Size.optional(), name: z.string().optional() }), {
    Size: 'size',
    title: 'name',
  })

  test('are known, and so are the fields of their values', () => {
    expect(ignoredFieldPaths(schema, { Size: { width: 1, other: 1 }, title: 'A', Title: 'B' })).toEqual([
      'Size.other',
      'Title',
    ])
  })

  test('are read where the field itself has no value', () => {
    expect(schema.parse({ title: 'A' })).toEqual({ name: 'A' })
    expect(schema.parse({ name: null, title: 'A' })).toEqual({ name: 'A' })
    expect(schema.parse({ name: 'B', title: 'A' })).toEqual({ name: 'B' })
  })
})

test('names the nearest known field in the same object', () => {
  const schema = z.object({ maxNumberOfUsages: z.number(), sizes: z.array(Size) })
  expect(ignoredFieldErrors(schema, { maxUsages: 1, width: 1, sizes: [{ heigth: 1 }] })).toEqual({
    maxUsages: ['is an unknown field (did you mean `maxNumberOfUsages`?)'],
    width: ['is an unknown field'],
    'sizes[0].heigth': ['is an unknown field (did you mean `height`?)'],
  })
})

/** Defines metadata: any JSON object that callers store with an order, a product or another object and get back. */

import * as z from 'zod'
import { hasOnlyFiniteNumbers, isObject, jsonBytes } from './json.ts'
import { Problem } from './problem.ts'

const maxBytes = 100 * 1024

/** Converts an empty array to an empty object, because PHP writes an object without fields as `[]`. */
const toObject = (value: unknown) => (Array.isArray(value) && value.length === 0 ? {} : value)

/** Metadata is not parsed field by field, because that would lose names such as `__proto__`. */
export const metadata = z
  .preprocess(toObject, z.unknown())
  .refine(value => value === null || isObject(value), { error: 'must be an object' })
  .refine(hasOnlyFiniteNumbers, { error: 'must not contain numbers above 1.8e308, which would be stored as null' })
  .meta({
    type: ['object', 'null'] as never,
    additionalProperties: true,
    description: 'Any JSON object, at most 100 KB.',
  }) as z.ZodType<Metadata>

export type Metadata = Record<string, unknown> | null

const isTooLarge = (value: unknown) => jsonBytes(value) > maxBytes
const sizeFault = `must have at most ${maxBytes / 1024} KB`

export function requireMetadataSize(value: unknown): void {
  if (isTooLarge(value))
    throw new Problem('body_too_large', {
      message: `The metadata must not exceed ${maxBytes / 1024} KB.`,
      errors: { metadata: [sizeFault] },
    })
}

const SizeOfMetadata = z.object({
  metadata: z
    .unknown()
    .optional()
    .refine(value => !isTooLarge(value ?? null), { error: sizeFault }),
})

/** Returns a schema that also rejects metadata that is too large. */
export const withMetadataLimit = <S extends z.ZodType<object>>(schema: S) =>
  schema.and(SizeOfMetadata.transform(() => ({})))

/** The public form of stored rows. */

import type * as z from 'zod'

const emptyValues: Record<string, unknown> = { string: '', number: 0 }

/** The schema's fields in the schema's order. What the row lacks is 0, an empty text, or null if the field may be null. */
export function project<S extends z.ZodObject>(schema: S, row: object): z.output<S> {
  const stored = row as Record<string, unknown>
  const fields = Object.entries(schema.shape as Record<string, z.ZodType>)
  return Object.fromEntries(
    fields.map(([name, { type }]) => [name, stored[name] ?? emptyValues[type] ?? null]),
  ) as z.output<S>
}

/** Returns the schema inside a schema that is optional, nullable, preprocessed or transformed. */

import type * as z from 'zod'

export type Schema = z.core.$ZodTypes

export function unwrapSchema(schema: z.core.$ZodType): Schema {
  const { def } = (schema as Schema)._zod
  if ('innerType' in def) return unwrapSchema(def.innerType)
  if (def.type === 'pipe') return unwrapSchema(isTransform(def.in) ? def.out : def.in)
  return schema as Schema
}

const isTransform = (schema: z.core.$ZodType) => schema._zod.def.type === 'transform'

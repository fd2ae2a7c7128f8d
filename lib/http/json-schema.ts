/** Shapes as JSON Schema, the named ones gathered so that each is spelled once. */

import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod'

export type Json = Record<string, unknown>

export class Schemas {
  readonly #named = new Map<string, unknown>()

  /** The schema of what is sent, or of what is answered; named shapes become references. */
  of(shape: z.ZodType, direction: 'input' | 'output'): Json {
    const wrapped = z.toJSONSchema(z.object({ shape }), { io: direction, override: plainly })
    const { properties, $defs = {} } = located(wrapped)
    for (const [name, schema] of Object.entries($defs)) this.#add(name, schema)
    return properties.shape ?? {}
  }

  get components(): Json {
    return Object.fromEntries([...this.#named].toSorted(([one], [other]) => one.localeCompare(other)))
  }

  #add(name: string, schema: unknown): void {
    const known = this.#named.get(name)
    if (known !== undefined && !isDeepStrictEqual(known, schema))
      throw new Error(`Two different shapes are named ${name} in the document.`)
    this.#named.set(name, schema)
  }
}

/** Unknown fields are ignored on the way in and may be added on the way out; a format says more than its pattern. */
function plainly({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  delete jsonSchema.additionalProperties
  if (jsonSchema.format) delete jsonSchema.pattern
}

interface Located {
  properties: Record<string, Json>
  $defs?: Record<string, Json>
}

const located = (schema: object) =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/')) as Located

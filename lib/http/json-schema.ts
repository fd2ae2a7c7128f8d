/** Converts zod schemas to JSON Schema; those with an id are collected as components and referenced. */

import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod'

export type Json = Record<string, unknown>

export class Schemas {
  readonly #named = new Map<string, unknown>()

  /** The JSON Schema of what callers send or receive. */
  of(schema: z.ZodType, use: Use): Json {
    const io = use === 'reply' ? 'output' : 'input'
    /** zod makes a reference only of a nested schema with an id, so the schema is wrapped in an object. */
    const wrapped = z.toJSONSchema(z.object({ schema }), { io, override: adaptTo(use) })
    const { properties, $defs = {} } = withComponentReferences(wrapped)
    for (const [name, definition] of Object.entries($defs)) this.#add(name, definition)
    return properties.schema ?? {}
  }

  get components(): Json {
    return Object.fromEntries([...this.#named].toSorted(([one], [other]) => one.localeCompare(other)))
  }

  #add(name: string, schema: unknown): void {
    const known = this.#named.get(name)
    if (known !== undefined && !isDeepStrictEqual(known, schema))
      throw new Error(`Two different schemas have the id ${name}.`)
    this.#named.set(name, schema)
  }
}

type Use = 'parameter' | 'body' | 'reply'
type Override = Parameters<NonNullable<z.core.ToJSONSchemaParams['override']>>[0]

const blankText = { type: 'string', pattern: '^\\s*$' } as const
const nullValue = { type: 'null' } as const

/** Requests and replies may have unknown fields. A `format` makes a `pattern` superfluous. */
const adaptTo =
  (use: Use) =>
  ({ zodSchema, jsonSchema }: Override): void => {
    if (jsonSchema.acceptsBlank && use === 'body') acceptBlank(jsonSchema)
    delete jsonSchema.acceptsBlank
    if (zodSchema._zod.def.type === 'boolean' && use === 'body') acceptBits(jsonSchema)
    delete jsonSchema.additionalProperties
    if (jsonSchema.format) delete jsonSchema.pattern
  }

function acceptBlank(jsonSchema: z.core.JSONSchema.BaseSchema): void {
  const others = jsonSchema.anyOf?.filter(({ type }) => type !== 'null') ?? []
  jsonSchema.anyOf = [...others, nullValue, blankText]
}

/** A body may have 1 and 0 for true and false. Clients send a boolean parameter as `true` or `false`. */
function acceptBits(jsonSchema: z.core.JSONSchema.BaseSchema): void {
  delete jsonSchema.type
  jsonSchema.anyOf = [{ type: 'boolean' }, { enum: [0, 1] }]
}

interface ObjectSchema {
  properties: Record<string, Json>
  $defs?: Record<string, Json>
}

const withComponentReferences = (schema: object) =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/')) as ObjectSchema

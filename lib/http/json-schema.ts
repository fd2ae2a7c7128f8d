/** Converts zod schemas to JSON Schema. A schema with an id becomes a component, to which other schemas refer. */

import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod'

export type Json = Record<string, unknown>

export class JsonSchemaComponents {
  readonly #named = new Map<string, unknown>()

  of(schema: z.ZodType, use: Use): Json {
    const io = use === 'reply' ? 'output' : 'input'
    /**
     * zod replaces a schema by a reference to its id only if the schema is nested, so the schema is put into an object.
     */
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

/**
 * Returns a function that adapts a JSON Schema. `additionalProperties` is removed unless it is true, because unknown
 * fields are allowed. A `pattern` is removed if there is a `format`. Some generators of clients read numbers in single
 * precision if they have no `format`.
 */
const adaptTo =
  (use: Use) =>
  ({ zodSchema, jsonSchema }: Override): void => {
    if (jsonSchema.acceptsBlank && use === 'body') acceptBlank(jsonSchema)
    delete jsonSchema.acceptsBlank
    if (zodSchema._zod.def.type === 'boolean' && use === 'body') acceptBits(jsonSchema)
    if (jsonSchema.additionalProperties !== true) delete jsonSchema.additionalProperties
    if (jsonSchema.format) delete jsonSchema.pattern
    if (jsonSchema.type === 'number') jsonSchema.format = 'double'
  }

function acceptBlank(jsonSchema: z.core.JSONSchema.BaseSchema): void {
  const others = jsonSchema.anyOf?.filter(({ type }) => type !== 'null') ?? []
  jsonSchema.anyOf = [...others, nullValue, blankText]
}

/** A boolean may also be 1 or 0. The OpenAPI document shows this only for bodies, not for parameters. */
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

/** Converts zod schemas to JSON Schema; those with an id are collected as components and referenced. */

import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod'

export type Json = Record<string, unknown>

export class Schemas {
  readonly #named = new Map<string, unknown>()

  /** The JSON Schema of what callers send or receive. */
  of(schema: z.ZodType, direction: Direction): Json {
    /** Wrapped in an object, so that a schema with an id becomes a reference too. */
    const wrapped = z.toJSONSchema(z.object({ schema }), { io: direction, override: adaptTo(direction) })
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

type Direction = 'input' | 'output'

const blankText = { type: 'string', pattern: '^\\s*$' } as const

/** Unknown fields are allowed in requests and replies; a format makes its regular expression superfluous. */
const adaptTo =
  (direction: Direction) =>
  ({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void => {
    if (jsonSchema.acceptsBlank && direction === 'input') jsonSchema.anyOf?.push(blankText)
    delete jsonSchema.acceptsBlank
    delete jsonSchema.additionalProperties
    if (jsonSchema.format) delete jsonSchema.pattern
  }

interface ObjectSchema {
  properties: Record<string, Json>
  $defs?: Record<string, Json>
}

const withComponentReferences = (schema: object) =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/')) as ObjectSchema

/** Converts the JSON Schemas of the OpenAPI document to TypeScript types. */

export interface Schema {
  $ref?: string
  type?: string | string[]
  description?: string
  format?: string
  pattern?: string
  const?: boolean
  enum?: unknown[]
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema
}

/** Callers send data of an `input` type, and receive data of a `reply` type. */
export type Use = 'input' | 'reply'

interface Member {
  name: string
  type: string
  isRequired: boolean
  description?: string | undefined
}

export const refName = ($ref: string): string => $ref.split('/').at(-1) ?? ''

export const union = (types: string[]): string => [...new Set(types)].join(' | ')

export const quoted = (text: string): string => `'${text}'`

export const docComment = (text: string | undefined): string =>
  text ? `/** ${text.replaceAll(/\s*\n\s*/g, ' ')} */\n` : ''

const indent = (text: string) => text.replaceAll(/^(?=.)/gm, '  ')

const memberText = ({ name, type, isRequired, description }: Member) =>
  `${docComment(description)}${name}${isRequired ? '' : '?'}: ${type}`

export const objectType = (members: Member[]): string =>
  members.length > 0 ? `{\n${indent(members.map(memberText).join('\n'))}\n}` : 'object'

/** The API also accepts 0 and 1 for a boolean, and blank text for null. Generated types leave out these spellings. */
const isAlternativeSpelling = ({ pattern, enum: values }: Schema) => pattern === '^\\s*$' || values?.join() === '0,1'

function membersOf({ properties = {}, required = [] }: Schema, use: Use): Member[] {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    type: typeOf(schema, use),
    isRequired: required.includes(name),
    description: schema.description,
  }))
}

/** A day is text, because a `Date` is another day in another time zone. */
function textType(format: string | undefined, use: Use): string {
  return use === 'input' && format === 'date-time' ? 'string | Date' : 'string'
}

function recordOrObject(schema: Schema, use: Use): string {
  if (schema.properties) return objectType(membersOf(schema, use))
  return `Record<string, ${typeOf(schema.additionalProperties ?? {}, use)}>`
}

export function typeOf(schema: Schema, use: Use): string {
  const { $ref, anyOf, const: value, enum: values, type, items, format } = schema
  if ($ref) return refName($ref)
  if (value !== undefined) return String(value)
  if (values) return union(values.map(value => (typeof value === 'string' ? quoted(value) : String(value))))
  if (anyOf) return union(anyOf.filter(one => !isAlternativeSpelling(one)).map(one => typeOf(one, use)))
  if (Array.isArray(type)) return union(type.map(one => typeOf({ ...schema, type: one }, use)))
  if (type === 'array') return `Array<${typeOf(items ?? {}, use)}>`
  if (type === 'object') return recordOrObject(schema, use)
  if (type === 'string') return textType(format, use)
  return type === 'integer' ? 'number' : (type ?? 'unknown')
}

/** Returns the names of the components that a value refers to, directly or through other components. */
export function componentsIn(value: unknown, schemas: Record<string, Schema>, names = new Set<string>()): Set<string> {
  for (const [, name = ''] of (JSON.stringify(value) ?? '').matchAll(/#\/components\/schemas\/(\w+)/g))
    if (!names.has(name)) componentsIn(schemas[name], schemas, names.add(name))
  return names
}

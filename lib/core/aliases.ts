/** Accepts other names for the fields of a request. */

import * as z from 'zod'
import { isObject } from './json.ts'

/** The names of fields by their aliases. The value of an alias is read only if the input has no value for the field. */
type Aliases<S extends z.ZodObject> = Record<string, keyof z.input<S> & string>

const aliasesBySchema = new WeakMap<z.core.$ZodType, Record<string, string>>()

export function withAliases<S extends z.ZodObject>(schema: S, aliases: Aliases<S>) {
  aliasesBySchema.set(schema, aliases)
  return z.preprocess(value => (isObject(value) ? renameFields(value, aliases) : value), schema)
}

function renameFields(sent: Record<string, unknown>, aliases: Record<string, string>) {
  const renamed = Object.entries(aliases).map(([alias, field]) => [field, sent[field] ?? sent[alias]])
  return { ...sent, ...Object.fromEntries(renamed) }
}

/** Returns `name` itself if it is not an alias. */
export const resolveAlias = (name: string, schema: z.core.$ZodType): string =>
  aliasesBySchema.get(schema)?.[name] ?? name

/** Defines aliases for the fields of an object. An alias is read only if its field has no value itself. */

import * as z from 'zod'
import { isObject } from './json.ts'

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

/** Returns the field for which `name` is an alias in this schema, or `name` itself if it is no alias. */
export const resolveAlias = (name: string, schema: z.core.$ZodType): string =>
  aliasesBySchema.get(schema)?.[name] ?? name

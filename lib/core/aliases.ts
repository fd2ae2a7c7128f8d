/** Other names for the fields of an object: each is read as a field, unless that field has a value itself. */

import * as z from 'zod'
import { isObject } from './json.ts'

type Aliases<S extends z.ZodObject> = Record<string, keyof z.input<S> & string>

export const withAliases = <S extends z.ZodObject>(schema: S, aliases: Aliases<S>) =>
  z.preprocess(value => (isObject(value) ? renameFields(value, aliases) : value), schema)

function renameFields(sent: Record<string, unknown>, aliases: Record<string, string>) {
  const renamed = Object.entries(aliases).map(([alias, field]) => [field, sent[field] ?? sent[alias]])
  return { ...sent, ...Object.fromEntries(renamed) }
}

/** Converts values of a server that has the same API contract, but may write some values in another format. */

import type * as z from 'zod'
import { isBlank } from './fields.ts'
import { isObject, parseJsonOr } from './json.ts'
import { parseInput } from './validation.ts'

type Path = readonly PropertyKey[]

/** Parses a reply with its rejected values converted. Throws a problem with all fields that are still invalid. */
export const parseWithConversions = <S extends z.ZodType>(schema: S, input: unknown): z.output<S> =>
  parseInput(schema, convertRejectedValues(schema, input), 'the source')

/** Converts the values that the schema rejects: blank text becomes null, and metadata becomes an object. */
export function convertRejectedValues(schema: z.ZodType, input: unknown): unknown {
  const { error } = schema.safeParse(input)
  const paths = (error?.issues ?? []).map(({ path }) => path)
  return convertAt(paths, input)
}

/** All paths are followed together, because each entry of a long list may have a rejected value. */
function convertAt(paths: readonly Path[], input: unknown, field?: PropertyKey): unknown {
  if (paths.length === 0) return input
  const value = paths.some(path => path.length === 0) ? otherFormOf(input, field) : input
  const pathsByStep = Map.groupBy(paths, ([step]) => step)
  const convertChild = (child: unknown, step: PropertyKey) => convertAt(restsOf(pathsByStep.get(step)), child, step)
  if (Array.isArray(value)) return value.map(convertChild)
  return isObject(value) ? mapFields(value, convertChild) : value
}

const restsOf = (paths: readonly Path[] = []) => paths.map(([, ...rest]) => rest)

const mapFields = (value: Record<string, unknown>, map: (field: unknown, name: string) => unknown) =>
  Object.fromEntries(Object.entries(value).map(([name, field]) => [name, map(field, name)]))

function otherFormOf(value: unknown, field: PropertyKey | undefined): unknown {
  if (isBlank(value)) return null
  return field === 'metadata' && value !== undefined ? metadataOf(value) : value
}

function metadataOf(value: unknown): unknown {
  const parsed = typeof value === 'string' ? parseJsonOr(value, value) : value
  return isObject(parsed) ? parsed : { value }
}

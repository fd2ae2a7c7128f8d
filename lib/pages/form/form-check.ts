/** Checks an input form with the schema of the API, and converts faults to error texts of its fields. */

import type * as z from 'zod'
import type { FieldErrors } from '../../core/problem.ts'

/** Maps fields of a form to their error texts. With `true`, the input has an error text of its own. */
type FormErrors = Record<string, string | true>

/**
 * Converts a field's path in the API, such as `rates[0].cost`, to its path in Mantine's forms, such as `rates.0.cost`.
 */
const nameOf = (path: string) => path.replaceAll(/\[(\d+)\]/g, '.$1').replace(/^\./, '')

/** The sentences of the API about a required field that is missing or empty. */
const isAboutEmpty = (fault: string) => /^(is required|must not be empty)/.test(fault)

/**
 * Converts the API's faults to the errors of a form, one error for each field. An empty required field gets the text
 * `required`, which is in the language of the pages.
 */
export function toFormErrors(faults: FieldErrors, required: string): FormErrors {
  const entries = Object.entries(faults).map(([path, [fault = '']]) => [nameOf(path), fault] as const)
  return Object.fromEntries(entries.map(([name, fault]) => [name, isAboutEmpty(fault) ? required : fault]))
}

/**
 * Imports the schema that checks an input form. Schemas are large, so a schema is imported only when the input form is
 * first checked.
 */
export type LoadSchema = () => Promise<z.ZodType>

/** Returns an error for each NaN. The input of the number explains the error. */
function unreadableNumbers(value: unknown, path: readonly string[] = []): FormErrors {
  if (Number.isNaN(value)) return { [path.join('.')]: true }
  const fields = typeof value === 'object' && value !== null ? Object.entries(value) : []
  return Object.assign({}, ...fields.map(([name, field]) => unreadableNumbers(field, [...path, name])))
}

/**
 * Returns the function that checks an input form. If the schema cannot be loaded, only numbers that cannot be read are
 * faults, because they would be sent as null, and the API checks everything else.
 */
export const createFormCheck =
  <Values>(bodyOf: (values: Values) => unknown, load: LoadSchema, required: string) =>
  async (values: Values): Promise<FormErrors> => {
    const modules = Promise.all([load(), import('../../core/validation.ts')])
    const loaded = await modules.catch(() => null)
    if (!loaded) return unreadableNumbers(bodyOf(values))
    const [schema, { findFaults }] = loaded
    return toFormErrors(findFaults(schema, bodyOf(values), 'body'), required)
  }

/** Shows the faults of a form beside its fields: those that the schema of the API finds, and those of its reply. */

import type { FormErrors } from '@mantine/form'
import type * as z from 'zod'
import type { FieldErrors } from '../../core/problem.ts'

/** The API writes `rates[0].cost`, and forms write `rates.0.cost`. */
const nameOf = (path: string) => path.replaceAll(/\[(\d+)\]/g, '.$1').replace(/^\./, '')

/** A field shows one fault. `required` is the sentence for an empty field, in the language of the reader. */
export function toFormErrors(faults: FieldErrors, required: string): FormErrors {
  const entries = Object.entries(faults).map(([path, [fault = '']]) => [nameOf(path), fault] as const)
  return Object.fromEntries(entries.map(([name, fault]) => [name, fault.startsWith('is required') ? required : fault]))
}

/** A module with a schema, which is loaded with the first check, because schemas are large. */
export type LoadSchema = () => Promise<z.ZodType>

/** Returns the check of a form. If the schema cannot be loaded, the check is left to the API. */
export const checkWith =
  <Values>(bodyOf: (values: Values) => unknown, load: LoadSchema, required: string) =>
  async (values: Values): Promise<FormErrors> => {
    const modules = Promise.all([load(), import('../../core/validation.ts')])
    const loaded = await modules.catch(() => null)
    if (!loaded) return {}
    const [schema, { findFaults }] = loaded
    return toFormErrors(findFaults(schema, bodyOf(values), 'body'), required)
  }

/**
 * Hooks for an input form that edits one object. After each load or save, the form shows the object's current values.
 */

import { type UseFormReturnType, useForm } from '@mantine/form'
import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ProblemError } from '../../client/index.ts'
import { useTexts } from '../session/language.ts'
import { showFaults } from './faults.ts'
import { createFormCheck, type LoadSchema, toFormErrors } from './form-check.ts'
import { texts } from './texts.ts'

/**
 * Loads the object for an input form once. Loading it again would discard what was typed, because `useObjectForm` shows
 * the values of each newly loaded object.
 */
export const useQueryOnce = <Value>(query: Pick<UseQueryOptions<Value>, 'queryKey' | 'queryFn'>) =>
  useQuery<Value>({ ...query, staleTime: Number.POSITIVE_INFINITY, gcTime: 0 })

interface Options<Values> {
  /**
   * A new object in `values` replaces what was typed. So a render may pass a new object only if the values have
   * changed.
   */
  values: Values
  /** Returns the request body, which is checked with the schema of the API. */
  bodyOf: (values: Values) => unknown
  loadSchema: LoadSchema
}

export function useObjectForm<Values extends object>({ values, bodyOf, loadSchema }: Options<Values>) {
  const { required } = useTexts(texts)
  const form = useForm<Values>({ initialValues: values, validate: createFormCheck(bodyOf, loadSchema, required) })
  const { setInitialValues, reset } = form
  useEffect(() => {
    setInitialValues(values)
    reset()
  }, [values, setInitialValues, reset])
  return form
}

/** Returns a function that shows the faults of a refused request beside the input fields. */
export function useShowFaults<Values extends object>(form: UseFormReturnType<Values>) {
  const { required } = useTexts(texts)
  return ({ errors }: ProblemError) => showFaults(form, toFormErrors(errors, required))
}

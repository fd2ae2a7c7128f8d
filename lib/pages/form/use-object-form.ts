/** The form of an object: it shows the object again whenever the object was saved or loaded. */

import { type UseFormReturnType, useForm } from '@mantine/form'
import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect } from 'react'
import type { ProblemError } from '../../client/index.ts'
import { useTexts } from '../session/language.ts'
import { checkWith, type LoadSchema, toFormErrors } from './faults.ts'
import { texts } from './texts.ts'

/**
 * Reads the object. It stays as it was when the form was opened. If it were loaded again behind the form, its new ETag
 * would let the form overwrite what another person has changed.
 */
export const useEdited = <Value>(query: Pick<UseQueryOptions<Value>, 'queryKey' | 'queryFn'>) =>
  useQuery<Value>({ ...query, staleTime: Number.POSITIVE_INFINITY, gcTime: 0 })

interface Options<Values> {
  /** The same values must be the same object, because other values replace what is in the form. */
  values: Values
  /** Returns the body of the request, which is checked with the schema of the API. */
  bodyOf: (values: Values) => unknown
  loadSchema: LoadSchema
}

export function useObjectForm<Values extends object>({ values, bodyOf, loadSchema }: Options<Values>) {
  const { required } = useTexts(texts)
  const form = useForm<Values>({ initialValues: values, validate: checkWith(bodyOf, loadSchema, required) })
  const { setInitialValues, reset } = form
  useEffect(() => {
    setInitialValues(values)
    reset()
  }, [values, setInitialValues, reset])
  return form
}

/** Submits a form, or moves the focus to its first field with a fault. */
export const submit = <Values extends object>(
  form: UseFormReturnType<Values>,
  send: (values: Values) => void,
): ((event: FormEvent<HTMLFormElement>) => void) =>
  form.onSubmit(send, errors => {
    const [first] = Object.keys(errors)
    if (first) form.getInputNode(first)?.focus()
  })

/** Returns the function that shows the faults of a refused request beside the fields. */
export function useShowFaults<Values extends object>({ setErrors }: UseFormReturnType<Values>) {
  const { required } = useTexts(texts)
  return ({ errors }: ProblemError) => setErrors(toFormErrors(errors, required))
}

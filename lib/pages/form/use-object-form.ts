/** The form of an object. It shows the object again whenever the object was saved or loaded. */

import { type FormErrors, type UseFormReturnType, useForm } from '@mantine/form'
import { type FormEvent, useEffect } from 'react'

interface Options<Values> {
  /** The same values must be the same object, because other values replace what is in the form. */
  values: Values
  check: (values: Values) => Promise<FormErrors>
}

export function useObjectForm<Values extends object>({ values, check }: Options<Values>) {
  const form = useForm<Values>({ initialValues: values, validate: check })
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

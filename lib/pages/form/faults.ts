/** Shows the faults of an input form beside its fields, whether the form or the API has found them. */

import type { FormErrors, UseFormReturnType } from '@mantine/form'
import type { FormEvent } from 'react'
import { flushSync } from 'react-dom'

/** Returns whether the focus is still in the form, or where it is while the button of the form is disabled. */
function hasFocus(field: Element): boolean {
  const { activeElement } = document
  const elsewhere: (Element | null)[] = [document.body, field.closest('[role=dialog]')]
  return elsewhere.includes(activeElement) || field.closest('form')?.contains(activeElement) === true
}

/**
 * Shows the errors, and focuses the first field that has one, because it may be outside of the visible part of a dialog.
 * The focus stays where it is if the person has left the form meanwhile.
 */
export function showFaults<Values extends object>(form: UseFormReturnType<Values>, errors: FormErrors): void {
  flushSync(() => form.setErrors(errors))
  const faulty = Object.keys(errors).filter(name => errors[name])
  const fields = faulty.map(name => form.getInputNode(name))
  const first = [...document.querySelectorAll<HTMLElement>('[data-path]')].find(field => fields.includes(field))
  if (first && hasFocus(first)) first.focus()
}

/** Returns the submit handler of an input form. If fields have faults, the handler shows them and sends nothing. */
export const submitHandler = <Values extends object>(
  form: UseFormReturnType<Values>,
  send: (values: Values) => void,
): ((event: FormEvent<HTMLFormElement>) => void) => form.onSubmit(send, errors => showFaults(form, errors))

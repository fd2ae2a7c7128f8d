/** Shows the error of a request on the screen itself, for example in the dialog of a change, which stays open. */

import { Alert } from '@mantine/core'
import { useState } from 'react'
import type { ProblemError } from '../../client/index.ts'
import { useTexts } from '../session/language.ts'
import { ProblemDetails, refusalStyle } from './problem-details.tsx'
import { texts } from './texts.ts'
import { useIsShown } from './use-is-shown.ts'

/**
 * Keeps the API's refusal of a change for the dialog. The returned function `onRefused` is an option of `useChange`. If
 * another person has changed the object, or the dialog is closed by now, `useChange` itself shows a notice, so the
 * refusal is not kept.
 */
export function useRefusal(isOpen: boolean) {
  const [refusal, setRefusal] = useState<ProblemError | null>(null)
  const isShown = useIsShown(isOpen)
  const onRefused = (problem: ProblemError): boolean => {
    if (problem.status === 412 || !isShown()) return false
    setRefusal(problem)
    return true
  }
  return { refusal, onRefused, clear: () => setRefusal(null) }
}

export function Refusal({ error }: { error: unknown }) {
  const text = useTexts(texts)
  if (!error) return null
  return (
    <Alert role="alert" {...refusalStyle(error, text)}>
      <ProblemDetails error={error} text={text} />
    </Alert>
  )
}

/** The API's sentence about a refused change, shown inside the dialog of the change, which stays open. */

import { Alert } from '@mantine/core'
import { useState } from 'react'
import type { ProblemError } from '../../client/index.ts'
import { useTexts } from '../session/language.ts'
import { ProblemDetails, refusalLooks } from './problem-details.tsx'
import { texts } from './texts.ts'

/**
 * Keeps the refusal for the dialog. `onRefused` is passed to `useChange`. It keeps no conflict with another person,
 * because `useChange` shows a notice about a conflict.
 */
export function useRefusal() {
  const [refusal, setRefusal] = useState<ProblemError | null>(null)
  const onRefused = (problem: ProblemError): boolean => {
    if (problem.status === 412) return false
    setRefusal(problem)
    return true
  }
  return { refusal, onRefused, clear: () => setRefusal(null) }
}

export function Refusal({ error }: { error: unknown }) {
  const text = useTexts(texts)
  if (!error) return null
  return (
    <Alert role="alert" {...refusalLooks(error, text)}>
      <ProblemDetails error={error} text={text} />
    </Alert>
  )
}

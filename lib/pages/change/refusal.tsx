/** Shows in a dialog why a change was refused, with the API's own sentence. The dialog stays open. */

import { Alert, List, Text } from '@mantine/core'
import { useState } from 'react'
import type { ProblemError } from '../../client/index.ts'
import { problemOf } from '../session/api.ts'
import { useTexts } from '../session/language.ts'
import { texts } from './texts.ts'

/** `onRefused` is an option of `useChange`, which itself shows what another person has changed. */
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
  const problem = problemOf(error)
  const faults = Object.entries(problem?.errors ?? {}).map(([field, sentences]) => `${field} ${sentences.join(', ')}`)
  const isUnanswered = !problem || problem.status === 504
  return (
    <Alert role="alert" color={isUnanswered ? 'orange' : 'red'} title={isUnanswered ? text.unanswered : text.refused}>
      <Text size="sm">{problem?.message ?? text.unreachable}</Text>
      {faults.length > 1 && (
        <List size="sm">
          {faults.map(fault => (
            <List.Item key={fault}>{fault}</List.Item>
          ))}
        </List>
      )}
      {problem?.requestId && <Text size="xs">{text.request(problem.requestId)}</Text>}
    </Alert>
  )
}

/** Returns the messages about the fields of a form. A name of the API is mapped to that of the form. */
export const fieldErrorsOf = ({ errors }: ProblemError, names: Record<string, string> = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(errors).map(([name, faults]) => [names[name] ?? name, faults.join(', ')]))

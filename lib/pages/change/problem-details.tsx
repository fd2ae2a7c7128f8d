/** Shows the API's reply to a refused request: the error message, the faults by field, and the request id. */

import { List, Text } from '@mantine/core'
import type { ProblemError } from '../../client/index.ts'
import { problemOf } from '../session/client.ts'
import type { ChangeTexts } from './texts.ts'

interface ProblemDetailsProps {
  /** Any error other than a `ProblemError` is shown as a lost connection. */
  error: unknown
  text: ChangeTexts
}

export function ProblemDetails({ error, text }: ProblemDetailsProps) {
  const problem = problemOf(error)
  const faults = Object.entries(problem ? fieldErrorsOf(problem) : {}).map(([field, fault]) => `${field} ${fault}`)
  return (
    <>
      <Text size="sm">{problem?.message ?? text.unreachable}</Text>
      {faults.length > 1 && <SentenceList sentences={faults} />}
      {problem?.requestId && <Text size="xs">{text.request(problem.requestId)}</Text>}
    </>
  )
}

/**
 * Returns the color and title of a notice about an error. A lost connection and a reply with the status 504 have their
 * own color and title, because the request may still have succeeded.
 */
export function refusalStyle(error: unknown, text: ChangeTexts) {
  const problem = problemOf(error)
  const isUnanswered = !problem || problem.status === 504
  return isUnanswered ? { color: 'orange', title: text.unanswered } : { color: 'red', title: text.refused }
}

export const SentenceList = ({ sentences }: { sentences: readonly string[] }) => (
  <List size="sm">
    {sentences.map(sentence => (
      <List.Item key={sentence}>{sentence}</List.Item>
    ))}
  </List>
)

/**
 * Returns the API's error messages by field. `names` maps the API's field names to the names in the input form, if the
 * two names differ.
 */
export const fieldErrorsOf = ({ errors }: ProblemError, names: Record<string, string> = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(errors).map(([field, sentences]) => [names[field] ?? field, sentences.join(', ')]))

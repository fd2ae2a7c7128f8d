/** Shows what the API says of a refused request: its sentence, the faults by field, and the id of the request. */

import { List, Text } from '@mantine/core'
import type { ProblemError } from '../../client/index.ts'
import { problemOf } from '../session/api.ts'
import type { ChangeTexts } from './texts.ts'

interface ProblemDetailsProps {
  /** The connection was lost if this is no problem of the API. */
  error: unknown
  text: ChangeTexts
}

export function ProblemDetails({ error, text }: ProblemDetailsProps) {
  const problem = problemOf(error)
  const faults = Object.entries(problem ? fieldErrorsOf(problem) : {}).map(([field, fault]) => `${field} ${fault}`)
  return (
    <>
      <Text size="sm">{problem?.message ?? text.unreachable}</Text>
      {faults.length > 1 && <Sentences sentences={faults} />}
      {problem?.requestId && <Text size="xs">{text.request(problem.requestId)}</Text>}
    </>
  )
}

/** Without an answer, it is not known whether the change is saved. */
export function refusalLooks(error: unknown, text: ChangeTexts) {
  const problem = problemOf(error)
  const isUnanswered = !problem || problem.status === 504
  return isUnanswered ? { color: 'orange', title: text.unanswered } : { color: 'red', title: text.refused }
}

export const Sentences = ({ sentences }: { sentences: readonly string[] }) => (
  <List size="sm">
    {sentences.map(sentence => (
      <List.Item key={sentence}>{sentence}</List.Item>
    ))}
  </List>
)

/** Returns the sentences about the fields of a form. A name of the API is mapped to that of the form. */
export const fieldErrorsOf = ({ errors }: ProblemError, names: Record<string, string> = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(errors).map(([field, sentences]) => [names[field] ?? field, sentences.join(', ')]))

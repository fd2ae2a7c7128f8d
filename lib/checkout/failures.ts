/** Handles events that could not be applied: some are delivered again, the others become dead letters. */

import { Problem, type ProblemCode, truncate } from '../core/problem.ts'
import { addDeadLetter, delayRetries, isLastDelivery, type Message } from './queue.ts'

export interface Failure {
  message: Message
  fault: unknown
}

/** An event with one of these problems would fail each time. */
const permanent: readonly ProblemCode[] = ['malformed_json', 'validation_failed', 'body_too_large']
export const isPermanent = (fault: unknown): fault is Problem =>
  fault instanceof Problem && permanent.includes(fault.code)

/** Returns the messages that the queue must deliver again. */
export async function handleFailures(failures: readonly Failure[]): Promise<Message[]> {
  const results = await Promise.all(
    failures.map(async ({ message, fault }) => {
      const isFinal = isPermanent(fault) || isLastDelivery(message)
      return isFinal && (await addDeadLetter(message, reasonOf(fault))) ? [] : [message]
    }),
  )
  const repeated = results.flat()
  await delayRetries(repeated)
  return repeated
}

const maxReasonLength = 1000

/** The reason is cleaned, as SQS rejects control characters and invalid Unicode. */
const reasonOf = (fault: unknown) =>
  truncate(
    sentenceOf(fault)
      .toWellFormed()
      .replace(/\p{Cc}/gu, ' '),
    maxReasonLength,
  )

/** ElectroDB wraps the errors of AWS, whose message says more. */
function sentenceOf(fault: unknown): string {
  if (!(fault instanceof Error)) return String(fault)
  const { name, message, cause } = fault
  if (name === 'ElectroError' && cause instanceof Error) return sentenceOf(cause)
  return ['Error', 'Problem'].includes(name) ? message || name : `${name}: ${message}`
}

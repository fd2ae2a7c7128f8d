/**
 * The message in place of content that could not be loaded. A button loads it again, unless the scope of the key does
 * not allow it.
 */

import { Button, Text } from '@mantine/core'
import { useEffect } from 'react'
import type { ProblemError } from '../../client/index.ts'
import { problemOf } from '../session/client.ts'
import { useTexts } from '../session/language.ts'
import { Message } from './message.tsx'
import { texts } from './texts.ts'

interface FailureProps {
  error: unknown
  retry: () => unknown
  /** The message replaces the whole screen, so its title is the main heading. */
  isScreen?: boolean | undefined
}

/** `fetch` rejects with a `TypeError` or a `DOMException` if there is no connection. */
const isFault = (error: unknown): error is Error =>
  error instanceof Error && !(error instanceof TypeError) && !(error instanceof DOMException)

/** Returns the API's error message, or that there is no connection, for a place that is too small for `Failure`. */
export function useErrorSentence(error: unknown): string {
  const { unreachable } = useTexts(texts)
  return isFault(error) ? error.message : unreachable
}

/** The message after a request to the API that has failed. */
export function Failure({ error, ...rest }: FailureProps) {
  const problem = problemOf(error)
  if (!problem) return isFault(error) ? <Fault error={error} {...rest} /> : <Unreachable {...rest} />
  return problem.status === 429 ? <TooMany problem={problem} {...rest} /> : <Refused problem={problem} {...rest} />
}

const Retry = ({ retry }: Pick<FailureProps, 'retry'>) => {
  const text = useTexts(texts)
  return (
    <Button mt="sm" variant="default" onClick={() => void retry()}>
      {text.retry}
    </Button>
  )
}

/** The message if there is no connection. */
export function Unreachable({ retry, isScreen }: Omit<FailureProps, 'error'>) {
  const text = useTexts(texts)
  return (
    <Message isScreen={isScreen} role="alert" title={text.unreachable} sentence={text.offline}>
      <Retry retry={retry} />
    </Message>
  )
}

/** The message if the page itself has a fault. */
export function Fault({ error, retry, isScreen }: FailureProps) {
  const text = useTexts(texts)
  const sentence = error instanceof Error ? error.message : String(error)
  return (
    <Message isScreen={isScreen} role="alert" title={text.fault} sentence={sentence}>
      <Retry retry={retry} />
    </Message>
  )
}

interface ProblemProps extends Omit<FailureProps, 'error'> {
  problem: ProblemError
}

/** Shows the API's error message. Staff can find the request in the log by its request id. */
function Refused({ problem, retry, isScreen }: ProblemProps) {
  const { status, code, message, requestId } = problem
  const text = useTexts(texts)
  const isForbidden = code === 'insufficient_scope'
  const title = status === 404 ? text.notFound : text.failed
  return (
    <Message isScreen={isScreen} role="alert" title={isForbidden ? text.forbidden : title} sentence={message}>
      {requestId && (
        <Text size="xs" c="dimmed">
          {text.request(requestId)}
        </Text>
      )}
      {!isForbidden && <Retry retry={retry} />}
    </Message>
  )
}

const defaultWait = 5000

/** The message after too many requests. It loads the content again after `Retry-After`, or else after `defaultWait`. */
function TooMany({ problem, retry, isScreen }: ProblemProps) {
  const text = useTexts(texts)
  const wait = problem.retryAfter ?? defaultWait
  useEffect(() => {
    const timer = setTimeout(retry, wait)
    return () => clearTimeout(timer)
  }, [retry, wait])
  return (
    <Message isScreen={isScreen} title={text.tooMany} sentence={text.wait(Math.ceil(wait / 1000))}>
      <Retry retry={retry} />
    </Message>
  )
}

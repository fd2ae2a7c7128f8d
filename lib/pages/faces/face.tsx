/** What is shown in the place of content if it could not be loaded: one face for each kind of failure. */

import { Button, Text } from '@mantine/core'
import { useEffect } from 'react'
import type { ProblemError } from '../../client/index.ts'
import { problemOf } from '../session/api.ts'
import { useTexts } from '../session/language.ts'
import { Message } from './message.tsx'
import { texts } from './texts.ts'

interface FaceProps {
  error: unknown
  retry: () => unknown
  /** The failure is of the whole screen, which has no other heading. */
  isScreen?: boolean | undefined
}

export function Face({ error, ...rest }: FaceProps) {
  const problem = problemOf(error)
  if (!problem) return <Unreachable error={error} {...rest} />
  return problem.status === 429 ? <TooMany problem={problem} {...rest} /> : <Refused problem={problem} {...rest} />
}

const Retry = ({ retry }: Pick<FaceProps, 'retry'>) => {
  const text = useTexts(texts)
  return (
    <Button mt="sm" variant="default" onClick={() => void retry()}>
      {text.retry}
    </Button>
  )
}

/** The browser is offline, or the API does not answer. */
function Unreachable({ error, retry, isScreen }: FaceProps) {
  const text = useTexts(texts)
  const isFault = error instanceof Error && !(error instanceof TypeError) && !(error instanceof DOMException)
  return (
    <Message
      isScreen={isScreen}
      role="alert"
      title={isFault ? text.fault : text.unreachable}
      sentence={isFault ? error.message : text.offline}
    >
      <Retry retry={retry} />
    </Message>
  )
}

interface ProblemProps extends Omit<FaceProps, 'error'> {
  problem: ProblemError
}

/** The sentence is the API's own. The request id finds the request in the log. */
function Refused({ problem, retry, isScreen }: ProblemProps) {
  const { status, message, requestId } = problem
  const text = useTexts(texts)
  const titles: Record<number, string> = { 403: text.forbidden, 404: text.notFound }
  return (
    <Message isScreen={isScreen} role="alert" title={titles[status] ?? text.failed} sentence={message}>
      {requestId && (
        <Text size="xs" c="dimmed">
          {text.request(requestId)}
        </Text>
      )}
      {status !== 403 && <Retry retry={retry} />}
    </Message>
  )
}

const defaultWait = 5000

/** Loads again by itself as soon as the API allows it. */
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

/** Shows the result of a query, or a message while there is no result: loading, offline, or an error. */

import { Skeleton, Stack, VisuallyHidden } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTexts } from '../session/language.ts'
import { Failure } from './failure.tsx'
import { Message } from './message.tsx'
import { texts } from './texts.ts'

interface LoadedProps<Value> {
  query: UseQueryResult<Value>
  children: (value: Value) => ReactNode
  /** The content is a whole screen, so the title of a message is the main heading. */
  isScreen?: boolean
}

/** A loaded value stays visible while a newer value is loaded, and also if loading the newer value fails. */
export function Loaded<Value>({ query, children, isScreen }: LoadedProps<Value>) {
  const text = useTexts(texts)
  const { data, error, fetchStatus, isPlaceholderData, refetch } = query
  const isOffline = fetchStatus === 'paused'
  if (data !== undefined && !(isPlaceholderData && isOffline)) return children(data)
  if (error) return <Failure error={error} retry={refetch} isScreen={isScreen} />
  return isOffline ? <Message isScreen={isScreen} title={text.unreachable} sentence={text.offline} /> : <Loading />
}

const widths = ['35%', '100%', '92%', '97%', '88%', '95%']

export function Loading() {
  const text = useTexts(texts)
  return (
    <Stack p="md" aria-busy="true">
      <VisuallyHidden role="status">{text.loading}</VisuallyHidden>
      {widths.map(width => (
        <Skeleton key={width} height={22} width={width} />
      ))}
    </Stack>
  )
}

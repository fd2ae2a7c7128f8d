/** Shows the value of a query, or a face while there is none. */

import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTexts } from '../session/language.ts'
import { Face } from './face.tsx'
import { Loading } from './loading.tsx'
import { Message } from './message.tsx'
import { texts } from './texts.ts'

interface LoadedProps<Value> {
  query: UseQueryResult<Value>
  children: (value: Value) => ReactNode
  /** The value is the whole screen, with its heading. */
  isScreen?: boolean
}

/** A value that was loaded before stays visible while it is loaded again, also if that fails. */
export function Loaded<Value>({ query, children, isScreen }: LoadedProps<Value>) {
  const text = useTexts(texts)
  const { data, error, fetchStatus, isPlaceholderData, refetch } = query
  const isOffline = fetchStatus === 'paused'
  if (data !== undefined && !(isPlaceholderData && isOffline)) return children(data)
  if (error) return <Face error={error} retry={refetch} isScreen={isScreen} />
  return isOffline ? <Message isScreen={isScreen} title={text.unreachable} sentence={text.offline} /> : <Loading />
}

/** Sends a change: shows it at once, takes it back with the API's own sentence if it is refused, and can undo it. */

import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { CallOptions } from '../../client/index.ts'
import { problemOf } from '../session/api.ts'
import { useTexts } from '../session/language.ts'
import { useIntent } from './intent.ts'
import { notifyConflict, notifyDone, notifyRefusal } from './notices.tsx'
import { texts } from './texts.ts'

export interface Change<Value extends object, Input, Reply> {
  /** The query of the object that changes. The change is accepted only if the object is still as it was shown. */
  query: { queryKey: QueryKey; queryFn: () => Promise<Value> }
  send: (input: Input, options: CallOptions) => Promise<Reply>
  /** The object as it will be, which is shown until the API replies. */
  predict?: (shown: Value, input: Input) => Value
  /** The new object, if the reply is one. Otherwise, it is loaded again. */
  accept?: (reply: Reply) => Value
  /** The input that takes the change back. It is only possible with `accept`. */
  undo?: (before: Value) => Input
  /** Says what is done, such as "The order is shipped." */
  done: string
  /** The names of the fields that another person may have changed. */
  labels?: Partial<Record<keyof Value & string, string>>
  /** Other queries that contain the object, such as lists. */
  affected?: readonly QueryKey[]
}

export function useChange<Value extends object, Input, Reply>(change: Change<Value, Input, Reply>) {
  const { query, done, labels = {}, undo, accept } = change
  const text = useTexts(texts)
  const cache = useQueryClient()
  const send = useSend(change)
  const show = (value: Value) => void cache.setQueryData(query.queryKey, value)

  const refuse = async (error: unknown, shown: Value | undefined) => {
    if (problemOf(error)?.status !== 412 || !shown) return notifyRefusal(error, text)
    const current = await query.queryFn()
    notifyConflict({ shown, current, labels, load: () => show(current), text })
  }
  const perform = async (input: Input, isUndo = false) => {
    const shown = cache.getQueryData<Value>(query.queryKey)
    try {
      await send(input)
      const canUndo = !isUndo && shown && undo && accept
      notifyDone(isUndo ? text.undone : done, text, canUndo ? () => void perform(undo(shown), true) : undefined)
    } catch (error) {
      await refuse(error, shown)
    }
  }
  return useOnce((input: Input) => perform(input))
}

/** A second click while the first one is sent does nothing. */
function useOnce<Input>(mutationFn: (input: Input) => Promise<void>) {
  const isRunning = useRef(false)
  const onSettled = () => {
    isRunning.current = false
  }
  const { mutate, isPending } = useMutation({ mutationFn, onSettled, networkMode: 'always' })
  const run = (input: Input) => {
    if (isRunning.current) return
    isRunning.current = true
    mutate(input)
  }
  return { run, isPending }
}

/** Sends the input with the ETag of the object that was shown. Restores the object if that fails. */
function useSend<Value extends object, Input, Reply>(change: Change<Value, Input, Reply>) {
  const { query, send, predict, accept, affected = [] } = change
  const { queryKey } = query
  const cache = useQueryClient()
  const intent = useIntent()
  return async (input: Input) => {
    await cache.cancelQueries({ queryKey })
    const shown = cache.getQueryData<Value>(queryKey)
    if (shown && predict) cache.setQueryData(queryKey, predict(shown, input))
    try {
      const reply = await send(input, { ...(shown && { ifMatch: shown }), idempotencyKey: intent.keyFor(input) })
      intent.succeed()
      if (accept) cache.setQueryData(queryKey, accept(reply))
      const outdated = accept ? affected : [queryKey, ...affected]
      for (const key of outdated) void cache.invalidateQueries({ queryKey: key })
    } catch (error) {
      intent.fail(error)
      cache.setQueryData(queryKey, shown)
      throw error
    }
  }
}

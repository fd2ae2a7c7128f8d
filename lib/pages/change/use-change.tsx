/** Sends a change: shows it at once, takes it back with the API's own sentence if it is refused, and can undo it. */

import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { CallOptions, ProblemError } from '../../client/index.ts'
import { problemOf } from '../session/api.ts'
import { useTexts } from '../session/language.ts'
import { type Progress, progressOf, untilDecided } from './follow.ts'
import { isUndecided, useIntent } from './intent.ts'
import { differencesIn, notifyConflict, notifyDone, notifyRefusal } from './notices.tsx'
import { texts } from './texts.ts'

export interface Change<Value extends object, Input, Reply> {
  /** The query of the object that changes; none for a new object. */
  query?: { queryKey: QueryKey; queryFn: () => Promise<Value> }
  /**
   * The options have the idempotency key, and `ifMatch`: the object as it was shown. An endpoint without `If-Match` gets
   * the key only.
   */
  send: (input: Input, options: CallOptions) => Promise<Reply>
  /** The object as it will be, which is shown until the API replies. */
  predict?: (shown: Value, input: Input) => Value
  /** The new object, if the reply is one. Otherwise, it is loaded again. */
  accept?: (reply: Reply) => Value
  /** The change removes the object, which is not loaded again. */
  isRemoval?: boolean
  /** The input that takes the change back, while the object is as the reply to `input` was. It needs `accept`. */
  undo?: (before: Value, input: Input) => Input | undefined
  /** Says what is done, such as "The order is shipped." */
  done: string | ((input: Input) => string)
  /**
   * The request is repeated until the API has accepted or refused it, also if the screen is left. It must be safe to
   * repeat with the same idempotency key.
   */
  isFollowed?: boolean
  /** The names of the fields that another person may have changed. */
  labels?: Partial<Record<keyof Value & string, string>>
  /** Sentences about what another person may have changed, if the labels of fields cannot say it. */
  compare?: (shown: Value, current: Value) => string[]
  /** Other queries that contain the object, such as lists. */
  affected?: readonly QueryKey[]
  /** This function is called after a success, for example to close a dialog. */
  onDone?: (reply: Reply) => void
  /**
   * This function is called with a problem of the API, for example to show the faults of a form beside its fields. If it
   * returns true, the screen shows the problem, and there is no notice.
   */
  onRefused?: (problem: ProblemError) => boolean | void
}

interface Wanted<Value, Input> {
  input: Input
  /** What an earlier change has made of the object, and which this one takes back. */
  changed?: Value
}

export function useChange<Value extends object, Input, Reply>(change: Change<Value, Input, Reply>) {
  const { query, undo, accept, onDone, isFollowed = false } = change
  const done = (input: Input) => (typeof change.done === 'string' ? change.done : change.done(input))
  const text = useTexts(texts)
  const cache = useQueryClient()
  const send = useSend(change)
  const refuse = useRefuse(change)
  const perform = async ({ input, changed }: Wanted<Value, Input>) => {
    const version = changed && newestOf(changed)
    const shown = version ?? (query && cache.getQueryData<Value>(query.queryKey))
    try {
      const reply = await send(input, version)
      const after = accept?.(reply)
      const opposite = changed || !shown ? undefined : undo?.(shown, input)
      const takeBack = after && opposite !== undefined ? () => start({ input: opposite, changed: after }) : undefined
      notifyDone(changed ? text.undone : done(input), text, takeBack)
      onDone?.(reply)
    } catch (error) {
      if (isFollowed && isUndecided(error)) throw error
      await refuse(error, shown)
    }
  }
  const { start, once, ...state } = useSending(perform, { queryKey: query?.queryKey, isFollowed })
  return { run: (input: Input) => once({ input }), ...state }
}

/** The version that replaced another one by a change on this page. */
const replacements = new WeakMap<object, object>()

/** Undo is possible after further changes on this page, but not after those of others. */
function newestOf<Value extends object>(version: Value): Value {
  const next = replacements.get(version) as Value | undefined
  return next ? newestOf(next) : version
}

interface Sending {
  queryKey: QueryKey | undefined
  isFollowed: boolean
}

/** A payment gateway that does not answer for this many repetitions has a fault, which the API's sentence names. */
const mostRepetitions = 30

const followed = {
  ...untilDecided,
  retry: (failures: number, error: unknown) => failures < mostRepetitions && untilDecided.retry(failures, error),
}

/**
 * Different changes of one object are sent one after another, because each needs the ETag of the reply before. `once`
 * does nothing while an earlier change is sent, as after a second click.
 */
function useSending<Input>(mutationFn: (input: Input) => Promise<void>, { queryKey, isFollowed }: Sending) {
  const text = useTexts(texts)
  const isRunning = useRef(false)
  const scope = queryKey && { scope: { id: JSON.stringify(queryKey) } }
  const { mutateAsync, isPending, failureReason } = useMutation({
    mutationFn,
    networkMode: 'always',
    ...(isFollowed && followed),
    ...scope,
  })
  const start = (input: Input) => mutateAsync(input).catch(error => notifyRefusal(error, text))
  const once = async (input: Input) => {
    if (isRunning.current) return
    isRunning.current = true
    await start(input)
    isRunning.current = false
  }
  const progress: Progress | null = isPending && failureReason ? progressOf(failureReason) : null
  return { start, once, isPending, progress }
}

/** Says why a change was refused. If another person was faster, says what is different now. */
function useRefuse<Value extends object, Input, Reply>(change: Change<Value, Input, Reply>) {
  const { query, labels = {}, compare = differencesIn(labels), onRefused } = change
  const text = useTexts(texts)
  const cache = useQueryClient()
  return async (error: unknown, shown: Value | undefined) => {
    const problem = problemOf(error)
    if (problem && onRefused?.(problem)) return
    const isConflict = problem?.status === 412 && query && shown
    const current = isConflict && (await query.queryFn().catch(() => undefined))
    if (!current) return notifyRefusal(error, text)
    const differences = compare(shown, current)
    notifyConflict({ differences, load: () => void cache.setQueryData(query.queryKey, current), text })
  }
}

/** Sends the input with the object as it was shown, or a version of it. Restores the object if that fails. */
function useSend<Value extends object, Input, Reply>(change: Change<Value, Input, Reply>) {
  const { query, send, predict } = change
  const queryKey = query?.queryKey ?? []
  const cache = useQueryClient()
  const refresh = useRefresh(change)
  const intent = useIntent()
  return async (input: Input, version?: Value): Promise<Reply> => {
    if (query) await cache.cancelQueries({ queryKey })
    const shown = query && cache.getQueryData<Value>(queryKey)
    if (shown && predict && !intent.isRepeated(input)) cache.setQueryData(queryKey, predict(shown, input))
    try {
      const ifMatch = version ?? shown
      const reply = await send(input, { ...(ifMatch && { ifMatch }), idempotencyKey: intent.keyFor(input) })
      intent.succeed()
      refresh(reply, ifMatch)
      return reply
    } catch (error) {
      intent.fail(error)
      if (shown) cache.setQueryData(queryKey, shown)
      throw error
    }
  }
}

/** Shows the new object, or loads it again, and loads the other queries that contain it. */
function useRefresh<Value extends object, Input, Reply>(change: Change<Value, Input, Reply>) {
  const { query, accept, isRemoval, affected = [] } = change
  const cache = useQueryClient()
  return (reply: Reply, before: Value | undefined) => {
    const after = accept?.(reply)
    if (before && after) replacements.set(before, after)
    if (query && after) cache.setQueryData(query.queryKey, after)
    const own = query && !accept && !isRemoval ? [query.queryKey] : []
    for (const queryKey of [...own, ...affected]) void cache.invalidateQueries({ queryKey })
  }
}

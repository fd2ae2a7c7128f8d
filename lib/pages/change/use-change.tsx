/** Sends a change: shows the predicted result at once, restores the object after a refusal, and offers undo. */

import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { problemOf, useSession } from '../session/client.ts'
import { useTexts } from '../session/language.ts'
import type { Change } from './change.ts'
import { sendOrResolve } from './conflict.ts'
import { isMaintenance, isUndecided, useIdempotencyKey } from './idempotency-key.ts'
import { createFieldComparison, notifyConflict, notifyDone, notifyRefusal } from './notices.tsx'
import { type Progress, progressOf, retryUntilDecidedOptions } from './retry-options.ts'
import { texts } from './texts.ts'
import { useIsShown } from './use-is-shown.ts'

interface Wanted<Value, Input> {
  input: Input
  /** The object that the API returned for the change that is undone. The field is set only for undo. */
  changed?: Value
}

export function useChange<Value extends object, Input, Reply>(change: Change<Value, Input, Reply>) {
  const { query, undo, accept, onDone, isFollowed = false } = change
  const done = (input: Input) => (typeof change.done === 'string' ? change.done : change.done(input))
  const text = useTexts(texts)
  const cache = useQueryClient()
  const send = useSend(change)
  const refuse = useRefuse(change)
  const isShown = useIsShown()
  const perform = async ({ input, changed }: Wanted<Value, Input>) => {
    const version = changed && newestOf(changed)
    const shown = version ?? (query && cache.getQueryData<Value>(query.queryKey))
    try {
      const reply = await send(input, version)
      const after = accept?.(reply)
      const opposite = changed || !shown ? undefined : undo?.(shown, input)
      const takeBack = after && opposite !== undefined ? () => start({ input: opposite, changed: after }) : undefined
      notifyDone(changed ? text.undone : done(input), text, takeBack)
      if (isShown()) onDone?.(reply)
    } catch (error) {
      if (isFollowed && isUndecided(error)) throw error
      await refuse(error, shown)
    }
  }
  const { start, once, ...state } = useSending(perform, { queryKey: query?.queryKey, isFollowed })
  return { run: (input: Input) => once({ input }), ...state }
}

/** Maps each version of an object to the version that replaced it after a change on this page. */
const replacements = new WeakMap<object, object>()

/**
 * Returns the newest version of the object that the changes on this page have returned. Undo sends the ETag of this
 * version, so that the API does not refuse undo because of these changes.
 */
function newestOf<Value extends object>(version: Value): Value {
  const next = replacements.get(version) as Value | undefined
  return next ? newestOf(next) : version
}

interface Sending {
  queryKey: QueryKey | undefined
  isFollowed: boolean
}

/**
 * The maximum number of repetitions, after which the request fails with the error of the last attempt. Without this
 * limit, the request would be repeated forever if the payment gateway never answers.
 */
const mostRepetitions = 30

const followed = {
  ...retryUntilDecidedOptions,
  retry: (failures: number, error: unknown) =>
    failures < mostRepetitions &&
    !(failures === 0 && isMaintenance(error)) &&
    retryUntilDecidedOptions.retry(failures, error),
}

/**
 * Returns the functions `start` and `once`, which send a change. Changes of one object are sent one after another,
 * because each change needs the ETag of the previous reply. `once` ignores a second click while a change is being sent.
 */
function useSending<Input>(perform: (input: Input) => Promise<void>, { queryKey, isFollowed }: Sending) {
  const text = useTexts(texts)
  const { stopIfSignedOut } = useSession()
  const isRunning = useRef(false)
  const scope = queryKey && { scope: { id: JSON.stringify(queryKey) } }
  const { mutateAsync, isPending, failureReason } = useMutation({
    mutationFn: async (input: Input) => {
      await stopIfSignedOut()
      await perform(input)
    },
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

/**
 * Returns a function that shows why a change was refused, and what another person has changed if the ETag no longer
 * matches.
 */
function useRefuse<Value extends object, Input, Reply>(change: Change<Value, Input, Reply>) {
  const { query, labels = {}, compare = createFieldComparison(labels), onRefused } = change
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

/**
 * Returns a function that sends the input with the ETag of the shown object, or with the ETag of `version` for undo. If
 * the request fails, the function restores the shown object.
 */
function useSend<Value extends object, Input, Reply>(change: Change<Value, Input, Reply>) {
  const { query, predict } = change
  const queryKey = query?.queryKey ?? []
  const cache = useQueryClient()
  const refresh = useRefresh(change)
  const intent = useIdempotencyKey()
  const { stopIfSignedOut } = useSession()
  return async (input: Input, version?: Value): Promise<Reply> => {
    if (query) await cache.cancelQueries({ queryKey })
    const shown = query && cache.getQueryData<Value>(queryKey)
    if (shown && predict && !intent.isRepeated(input)) cache.setQueryData(queryKey, predict(shown, input))
    try {
      const ifMatch = version ?? shown
      const idempotencyKey = intent.keyFor(input)
      const send = (ifMatch?: Value) => change.send(input, { ...(ifMatch && { ifMatch }), idempotencyKey })
      const reply = await sendOrResolve(change, { input, ifMatch, isUndo: version !== undefined, send })
      intent.succeed()
      refresh(reply, ifMatch)
      return reply
    } catch (error) {
      await stopIfSignedOut()
      intent.fail(error)
      if (shown) cache.setQueryData(queryKey, shown)
      throw error
    }
  }
}

/**
 * Returns a function that shows the object in the reply. If the change has no `accept`, the object is loaded again,
 * unless the change removes it. The function also reloads the other queries that contain the object.
 */
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

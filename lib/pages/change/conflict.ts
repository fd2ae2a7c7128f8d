/**
 * Sends a change, and decides what to do if the API refuses it because the object has another ETag. Often, nobody has
 * changed the same thing: the reply to the first request was lost, or something else has changed, such as a counter.
 */

import { isObject } from '../../core/json.ts'
import { problemOf } from '../session/client.ts'
import type { Change } from './change.ts'
import { createFieldComparison } from './notices.tsx'

interface Attempt<Value, Input, Reply> {
  input: Input
  /** The object whose ETag is sent. */
  ifMatch: Value | undefined
  isUndo: boolean
  send: (ifMatch: Value | undefined) => Promise<Reply>
}

export async function sendOrResolve<Value extends object, Input, Reply>(
  change: Change<Value, Input, Reply>,
  { input, ifMatch, isUndo, send }: Attempt<Value, Input, Reply>,
): Promise<Reply> {
  try {
    return await send(ifMatch)
  } catch (error) {
    const problem = problemOf(error)
    if (change.isRemoval && problem?.code === 'not_found') return undefined as Reply
    const current = problem?.status === 412 && (await change.query?.queryFn().catch(() => undefined))
    if (!current || !ifMatch) throw error
    if (isMade(change, { input, ifMatch, current })) return current as unknown as Reply
    const { dependsOn = isUndo ? valuesIn(input) : undefined } = change
    if (!dependsOn || textOf(dependsOn(ifMatch)) !== textOf(dependsOn(current))) throw error
    return await send(current)
  }
}

const textOf = (value: unknown) => JSON.stringify(value ?? '')

interface Refused<Value, Input> {
  input: Input
  ifMatch: Value
  current: Value
}

/**
 * Returns whether the object has all values of the change, so that the API has made the change, and its reply was lost.
 * If the change has undo, nothing else may have changed, because undo might take it back too. The object must also be
 * what the API would have replied, or `accept` must return it unchanged.
 */
function isMade<Value extends object, Input, Reply>(
  change: Change<Value, Input, Reply>,
  { input, ifMatch, current }: Refused<Value, Input>,
): boolean {
  const { accept, asInput = value => value, isRemoval, labels = {}, compare = createFieldComparison(labels) } = change
  if (isRemoval || !hasValuesOf(input, asInput(current, input))) return false
  if (accept && (accept(current as unknown as Reply) as object) !== current) return false
  if (!change.undo) return true
  const made = Object.fromEntries(Object.keys(input as object).map(name => [name, current[name as keyof Value]]))
  const predicted = change.predict?.(ifMatch, input) ?? ifMatch
  return compare({ ...predicted, ...made }, current).length === 0
}

function hasValuesOf(input: unknown, object: object): boolean {
  const values = Object.entries(isObject(input) ? input : {})
  return values.length > 0 && values.every(([name, value]) => name in object && textAt(object, name) === textOf(value))
}

const textAt = (object: object, name: string) => textOf((object as Record<string, unknown>)[name])

/** Returns a function that reads the fields of an input from an object, as texts. */
const valuesIn = (input: unknown) => (object: object) => Object.keys(input as object).map(name => textAt(object, name))

/** Decides which changes of a V1 or V3 subscription are allowed in which state. */

import type { EventStamp } from '../core/event-stamp.ts'

export const engines = ['V1', 'V3'] as const
export type Engine = (typeof engines)[number]

export const states = ['Active', 'Paused', 'Canceled', 'CancellationRequested', 'Stopped', 'Finished'] as const
export type State = (typeof states)[number]

const finalStates: readonly State[] = ['Canceled', 'Stopped', 'Finished']
export const isFinal = (state: State) => finalStates.includes(state)

/** The name of a change that the checkout reports, that a request asks for, or that a worker makes. */
export type ChangeName = 'paused' | 'resumed' | 'cancellationRequested' | 'cancelled' | 'finished'

interface Transition {
  from: readonly State[]
  to: State
}

export const initialState: State = 'Active'

const activeOrPaused = ['Active', 'Paused'] as const
const notEnded = [...activeOrPaused, 'CancellationRequested'] as const

const transitions: Record<Engine, Partial<Record<ChangeName, Transition>>> = {
  V1: {
    paused: { from: ['Active'], to: 'Paused' },
    resumed: { from: ['Paused'], to: 'Active' },
    cancelled: { from: activeOrPaused, to: 'Canceled' },
  },
  V3: {
    paused: { from: ['Active'], to: 'Paused' },
    resumed: { from: ['Paused'], to: 'Active' },
    /** A requested cancellation ends the subscription only at the next billing date. */
    cancellationRequested: { from: activeOrPaused, to: 'CancellationRequested' },
    /** A worker also makes this change when the end date of a requested cancellation has come. */
    cancelled: { from: notEnded, to: 'Stopped' },
    finished: { from: notEnded, to: 'Finished' },
  },
}

export function stateAfter(engine: Engine, state: State, change: ChangeName): State | null {
  const transition = transitions[engine][change]
  return transition?.from.includes(state) ? transition.to : null
}

export interface Change {
  stamp: EventStamp
  at: string
  /** The next billing date at the time of a cancellation request; absent for other changes. */
  nextBillingDate?: string | null
}
export type Changes = Partial<Record<ChangeName, Change>>

/**
 * Returns whether a change can happen repeatedly, as pauses and resumptions do. For such a change, the latest report is
 * used. Any other change happens once, so the first report is used.
 */
const isRepeatable = (name: ChangeName) => name === 'paused' || name === 'resumed'

export function withChange(changes: Changes, name: ChangeName, change: Change): Changes {
  const known = changes[name]
  const isLater = known !== undefined && change.stamp > known.stamp
  return known && isLater !== isRepeatable(name) ? changes : { ...changes, [name]: change }
}

interface Subject {
  engine: Engine
  changes: Changes
}

/**
 * Returns the state after all changes. The changes are applied in the order of their stamps, so that the sequence in
 * which they are reported does not matter. A change that is not allowed in a state has no effect.
 */
export function stateOf({ engine, changes }: Subject): State {
  const names = Object.keys(changes) as ChangeName[]
  const stampOf = (name: ChangeName) => changes[name]?.stamp ?? ''
  const inOrder = names.toSorted((one, other) => (stampOf(one) < stampOf(other) ? -1 : 1))
  return inOrder.reduce((state, name) => stateAfter(engine, state, name) ?? state, initialState)
}

/** Returns the time of the cancellation, or null if there was none or if the subscription has finished. */
export const cancelledOn = (subject: Subject): string | null =>
  ['Canceled', 'Stopped'].includes(stateOf(subject)) ? (subject.changes.cancelled?.at ?? null) : null

/** Returns the time of the end, or null if the subscription has not ended. */
export function endedOn(subject: Subject): string | null {
  const state = stateOf(subject)
  if (!isFinal(state)) return null
  return subject.changes[state === 'Finished' ? 'finished' : 'cancelled']?.at ?? null
}

/** Returns the time of the pause, or null if the subscription is not paused now. */
export const pausedOn = (subject: Subject): string | null =>
  stateOf(subject) === 'Paused' ? (subject.changes.paused?.at ?? null) : null

/** Which states of a subscription may follow which, in each of the two engines. */

import type { EventStamp } from '../core/event-stamp.ts'

export const engines = ['V1', 'V3'] as const
export type Engine = (typeof engines)[number]

export const states = [
  'Active',
  'Paused',
  'Canceled',
  'CancellationRequested',
  'Stopped',
  'Finished',
] as const
export type State = (typeof states)[number]

const finalStates: readonly State[] = ['Canceled', 'Stopped', 'Finished']
export const isFinal = (state: State) => finalStates.includes(state)

/** What happens to a subscription: reported by the checkout, requested through the API, or due. */
export type ChangeName = 'paused' | 'resumed' | 'cancellationRequested' | 'cancelled' | 'finished'

/** The requests that change a state. */
export type Call = 'pause' | 'resume' | 'cancel'

interface Move {
  from: readonly State[]
  to: State
  /** The request that makes it, besides the event. */
  call?: Call
}

/** The state after `created`. */
export const initialState: State = 'Active'

const running = ['Active', 'Paused'] as const
const notEnded = [...running, 'CancellationRequested'] as const

export const moves: Record<Engine, Partial<Record<ChangeName, Move>>> = {
  V1: {
    paused: { from: ['Active'], to: 'Paused', call: 'pause' },
    resumed: { from: ['Paused'], to: 'Active', call: 'resume' },
    cancelled: { from: running, to: 'Canceled', call: 'cancel' },
  },
  V3: {
    paused: { from: ['Active'], to: 'Paused' },
    resumed: { from: ['Paused'], to: 'Active' },
    /** It ends at the next billing date, so nothing is asked of the gateway. */
    cancellationRequested: { from: running, to: 'CancellationRequested', call: 'cancel' },
    /** Also when its next billing date has come after a request. */
    cancelled: { from: notEnded, to: 'Stopped' },
    finished: { from: notEnded, to: 'Finished' },
  },
}

/** Null if the change is refused. */
export function stateAfter(engine: Engine, state: State, change: ChangeName): State | null {
  const move = moves[engine][change]
  return move?.from.includes(state) ? move.to : null
}

export interface Change {
  stamp: EventStamp
  /** When it happened. */
  at: string
  /** Of a requested cancellation: the date that was shown then, as far as it is known. */
  nextBillingDate?: string | null
}
export type Changes = Partial<Record<ChangeName, Change>>

/** Only these can happen again: of the others the first one counts, and of these the last one. */
const isRepeatable = (name: ChangeName) => name === 'paused' || name === 'resumed'

export function withChange(changes: Changes, name: ChangeName, change: Change): Changes {
  const known = changes[name]
  const isLater = known !== undefined && change.stamp > known.stamp
  return known && isLater !== isRepeatable(name) ? changes : { ...changes, [name]: change }
}

/** The same in whichever order the changes were reported; those that are refused have no effect. */
export function stateOf(engine: Engine, changes: Changes): State {
  const names = Object.keys(changes) as ChangeName[]
  const stampOf = (name: ChangeName) => changes[name]?.stamp ?? ''
  const inOrder = names.toSorted((one, other) => (stampOf(one) < stampOf(other) ? -1 : 1))
  return inOrder.reduce((state, name) => stateAfter(engine, state, name) ?? state, initialState)
}

/** When it was cancelled; null if it was not, or if it came to its end by itself. */
export const cancelledOn = (engine: Engine, changes: Changes): string | null => {
  const isCancelled = ['Canceled', 'Stopped'].includes(stateOf(engine, changes))
  return isCancelled ? (changes.cancelled?.at ?? null) : null
}

/** Null unless it is paused. */
export const pausedOn = (engine: Engine, changes: Changes): string | null =>
  stateOf(engine, changes) === 'Paused' ? (changes.paused?.at ?? null) : null

/** Runs conditional writes and transactions. A failed condition throws a Conflict, after which the caller can retry. */

import { setTimeout as sleep } from 'node:timers/promises'
import { millisecondsLeft } from '../core/deadline.ts'
import { Problem } from '../core/problem.ts'

/**
 * The error of a cancelled write or transaction. `failedConditions` contains true for each write whose condition
 * failed, and false for the others.
 */
export class Conflict extends Error {
  override readonly name = 'Conflict'
  readonly failedConditions: readonly boolean[]

  constructor(failedConditions: readonly boolean[]) {
    super('The table was changed by another writer.')
    this.failedConditions = failedConditions
  }
}

export const lastConditionFailed = (error: unknown): boolean =>
  error instanceof Conflict && error.failedConditions.at(-1) === true

interface Transaction {
  go: () => Promise<{ canceled: boolean; data: unknown }>
}

/** A transaction that was cancelled with one of these codes may succeed when it is repeated. */
const temporary = new Set(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded'])
const isFailedCondition = (code: string) => code === 'ConditionalCheckFailed'

/** ElectroDB does not throw if a transaction was cancelled, so this function throws an error itself. */
export async function runTransaction(transaction: Transaction): Promise<void> {
  const { canceled, data } = await transaction.go()
  if (!canceled) return
  const codes = (data as { code: string }[]).map(({ code }) => code)
  const others = codes.filter(code => code !== 'None' && !isFailedCondition(code) && !temporary.has(code))
  if (others.length > 0) throw new Error(`DynamoDB rejected the transaction: ${others.join(', ')}`)
  throw new Conflict(codes.map(isFailedCondition))
}

/** Runs one conditional write; throws a Conflict if its condition fails or a transaction is writing the same row. */
export async function conditionalWrite<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined
    const name = cause instanceof Error ? cause.name : ''
    if (name === 'ConditionalCheckFailedException') throw new Conflict([true])
    if (name === 'TransactionConflictException') throw new Conflict([false])
    throw error
  }
}

/** Runs one conditional write; returns false after a Conflict. */
export async function tryWrite(write: () => Promise<unknown>): Promise<boolean> {
  try {
    await conditionalWrite(write)
    return true
  } catch (error) {
    if (error instanceof Conflict) return false
    throw error
  }
}

const [minPause, maxPause] = [10, 1000]
/** A write is tried again only if this much time is left before the deadline. An attempt usually takes less time. */
const attemptMilliseconds = 3000
const maxRetryMilliseconds = 25_000

/** Repeats the attempt after each Conflict. Throws the problem `conflict` when no time is left. */
export async function retryOnConflict<T>(attempt: () => Promise<T>): Promise<T> {
  const end = performance.now() + Math.min(maxRetryMilliseconds, millisecondsLeft() - attemptMilliseconds)
  for (let limit = minPause; ; limit = Math.min(2 * limit, maxPause)) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof Conflict)) throw error
    }
    const pause = Math.random() * limit
    if (performance.now() + pause > end) throw new Problem('conflict')
    await sleep(pause)
  }
}

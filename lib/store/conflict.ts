/** How the rooms write: every write carries its condition, and a lost race is an ordinary answer. */

import { Problem } from '../core/problem.ts'

/** A write was refused because the table was not as the writer believed; `refused` says which of its conditions did not hold. */
export class Conflict extends Error {
  override readonly name = 'Conflict'
  readonly refused: readonly boolean[]

  constructor(refused: readonly boolean[]) {
    super('The table was changed by another writer.')
    this.refused = refused
  }
}

interface Transaction {
  go: () => Promise<{ canceled: boolean; data: unknown }>
}

/** Why DynamoDB does nothing of a transaction that might well be done the next time. */
const passing = new Set(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded'])
const isRefusal = (code: string) => code === 'ConditionalCheckFailed'

/** All of the writes or none. ElectroDB resolves a refused transaction as cancelled; here it becomes a Conflict. */
export async function runTransaction(transaction: Transaction): Promise<void> {
  const { canceled, data } = await transaction.go()
  if (!canceled) return
  const codes = (data as { code: string }[]).map(({ code }) => code)
  const faults = codes.filter(code => code !== 'None' && !isRefusal(code) && !passing.has(code))
  if (faults.length > 0) throw new Error(`DynamoDB cannot do the transaction: ${faults.join(', ')}`)
  throw new Conflict(codes.map(isRefusal))
}

/** One conditional write; its refusal becomes a Conflict too, as does meeting a transaction on its row. */
export async function conditionalWrite<T>(operation: () => Promise<T>): Promise<T> {
  try {
    return await operation()
  } catch (fault) {
    const cause = fault instanceof Error ? fault.cause : undefined
    const name = cause instanceof Error ? cause.name : ''
    if (name === 'ConditionalCheckFailedException') throw new Conflict([true])
    if (name === 'TransactionConflictException') throw new Conflict([false])
    throw fault
  }
}

/** Fifty writers of one row that take 25 ms each need up to 15 (measured); the pauses come to some 5 s, far below the gateway's 29. */
const maxAttempts = 20
export const sleep = (milliseconds: number) => new Promise(resolve => setTimeout(resolve, milliseconds))

/** Reads, decides and writes again on fresh data when the race was lost; gives up as a 409. */
export async function retryOnConflict<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tried = 1; tried <= maxAttempts; tried++) {
    try {
      return await attempt()
    } catch (fault) {
      if (!(fault instanceof Conflict)) throw fault
      await sleep(Math.random() * 2 ** Math.min(tried, 7) * 5)
    }
  }
  throw new Problem('conflict')
}

/** Fields that hold nothing are not stored; readers answer them as null. */
export function withoutNulls<T extends object>(fields: T) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) as {
    [K in keyof T]: Exclude<T[K], null>
  }
}

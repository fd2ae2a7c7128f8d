/** What something uses of AWS, in the units that are billed, and what that costs. */

import { assumptions } from './assumptions.ts'
import { type Resource, resources } from './prices.ts'

export type Use = Partial<Record<Resource, number>>

export interface Cost {
  use: Use
  /** Calls to DynamoDB, and the longest chain of calls that each need the reply to the one before. */
  calls: number
  sequentialCalls: number
  /** By how much the table grows. */
  addedBytes: number
}

export const noCost: Cost = { use: {}, calls: 0, sequentialCalls: 0, addedBytes: 0 }

const names = Object.keys(resources) as Resource[]

export const multiply = (use: Use, factor: number): Use =>
  Object.fromEntries(names.map(name => [name, (use[name] ?? 0) * factor]))

export const addUse = (...uses: Use[]): Use =>
  Object.fromEntries(names.map(name => [name, uses.reduce((sum, use) => sum + (use[name] ?? 0), 0)]))

/** Of things that run one after the other. */
export const addCosts = (one: Cost, other: Cost): Cost => ({
  use: addUse(one.use, other.use),
  calls: one.calls + other.calls,
  sequentialCalls: one.sequentialCalls + other.sequentialCalls,
  addedBytes: one.addedBytes + other.addedBytes,
})

/** By service. */
export function dollarsByService(use: Use): Record<string, number> {
  const dollars: Record<string, number> = {}
  for (const name of names) {
    const { service, dollars: price } = resources[name]
    dollars[service] = (dollars[service] ?? 0) + (use[name] ?? 0) * price
  }
  return dollars
}

export const sumOf = (dollars: Record<string, number>) => Object.values(dollars).reduce((sum, one) => sum + one, 0)
export const dollarsOf = (use: Use) => sumOf(dollarsByService(use))

const gigabyte = 1024 ** 3

interface Invocation {
  sequentialCalls: number
  logBytes: number
  memoryGigabytes: number
  /** How many invocations share the work. */
  count?: number
}

/** What Lambda bills for a run, and its traces and logs. */
export function useOfLambda({ sequentialCalls, logBytes, memoryGigabytes, count = 1 }: Invocation): Use {
  const { handlerMilliseconds, callMilliseconds, coldStartMilliseconds, coldStartShare } = assumptions
  const milliseconds =
    count * (handlerMilliseconds + coldStartMilliseconds * coldStartShare) + sequentialCalls * callMilliseconds
  return {
    invocations: count,
    traces: count * assumptions.tracedShare,
    gigabyteSeconds: (memoryGigabytes * milliseconds) / 1000,
    logGigabytes: (logBytes + count * assumptions.invocationLogBytes) / gigabyte,
  }
}

/** What a request adds to the use of its Lambda. */
export const useOfRequest = (replyBytes: number): Use => ({
  gatewayRequests: 1,
  logGigabytes: assumptions.accessLogBytes / gigabyte,
  replyGigabytes: replyBytes / gigabyte,
})

/** What an event of the checkout adds to the use of its Lambda, with the archives that store it. */
export const useOfEvent = (bytes: number, archives: number): Use => ({
  busEvents: 1,
  queueRequests: assumptions.queueRequestsPerMessage,
  archivedGigabytes: (archives * bytes) / gigabyte,
})

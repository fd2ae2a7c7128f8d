/** Adds up the AWS resources that a run uses, in the units that are billed, and computes their cost. */

import { gzipSync } from 'node:zlib'
import { addGrowth, type Growth, noGrowth } from '../growth.ts'
import { assumptions } from './assumptions.ts'
import { type Resource, resources } from './prices.ts'

export type Use = Partial<Record<Resource, number>>

export interface Cost {
  use: Use
  /**
   * The number of calls to DynamoDB, and the length of the longest chain in which each call needs the reply to the one
   * before.
   */
  calls: number
  sequentialCalls: number
  growth: Growth
  /** The number of times that each custom metric of CloudWatch is written, by the name of the metric. */
  metrics: Record<string, number>
}

export const noCost: Cost = { use: {}, calls: 0, sequentialCalls: 0, growth: noGrowth, metrics: {} }

const names = Object.keys(resources) as Resource[]

export const multiply = (use: Use, factor: number): Use =>
  Object.fromEntries(names.map(name => [name, (use[name] ?? 0) * factor]))

export const addUse = (...uses: Use[]): Use =>
  Object.fromEntries(names.map(name => [name, uses.reduce((sum, use) => sum + (use[name] ?? 0), 0)]))

/** Adds the costs of things that run one after the other. */
export const addCosts = (one: Cost, other: Cost): Cost => ({
  use: addUse(one.use, other.use),
  calls: one.calls + other.calls,
  sequentialCalls: one.sequentialCalls + other.sequentialCalls,
  growth: addGrowth(one.growth, other.growth),
  metrics: addCounts(one.metrics, other.metrics),
})

export const multiplyCost = ({ use, calls, sequentialCalls, growth, metrics }: Cost, factor: number): Cost => ({
  use: multiply(use, factor),
  calls: calls * factor,
  sequentialCalls: sequentialCalls * factor,
  growth: addGrowth(noGrowth, growth, factor),
  metrics: addCounts({}, metrics, factor),
})

/** Adds the counts of `other`, multiplied by `factor`, to those of `one`, and returns the sums. */
function addCounts(one: Record<string, number>, other: Record<string, number>, factor = 1) {
  const sums = { ...one }
  for (const [name, count] of Object.entries(other)) sums[name] = (sums[name] ?? 0) + factor * count
  return sums
}

export function dollarsByService(use: Use): Record<string, number> {
  const dollars: Record<string, number> = {}
  for (const name of names) {
    const { service, dollars: price } = resources[name]
    dollars[service] = (dollars[service] ?? 0) + (use[name] ?? 0) * price
  }
  return dollars
}

export const sumOf = (counts: Record<string, number>, convert = (count: number) => count) =>
  Object.values(counts).reduce((sum, count) => sum + convert(count), 0)
export const dollarsOf = (use: Use) => sumOf(dollarsByService(use))

const gigabyte = 1024 ** 3

interface Invocation {
  sequentialCalls: number
  logBytes: number
  memoryGigabytes: number
  /** The number of invocations among which AWS would divide the work. */
  count?: number
}

/**
 * Returns the invocations, the memory and the logs that AWS bills for a run. Traces are left out, because only a sample
 * of the runs is traced. `tracesOf` counts the traces of the whole month.
 */
export function useOfLambda({ sequentialCalls, logBytes, memoryGigabytes, count = 1 }: Invocation): Use {
  const { handlerMilliseconds, callMilliseconds, coldStartMilliseconds, coldStartShare } = assumptions
  const milliseconds =
    count * (handlerMilliseconds + coldStartMilliseconds * coldStartShare) + sequentialCalls * callMilliseconds
  return {
    invocations: count,
    gigabyteSeconds: (memoryGigabytes * milliseconds) / 1000,
    logGigabytes: (logBytes + count * assumptions.invocationLogBytes) / gigabyte,
  }
}

interface Reply {
  headers: Record<string, unknown>
  body: Buffer
}

/**
 * Returns the number of bytes that are sent for a reply, on average over clients with and without compression. API
 * Gateway compresses a reply if it has at least `minCompressedBytes`, is not compressed already, and the client accepts
 * compression.
 */
export function bytesSent({ headers, body }: Reply, minCompressedBytes: number): number {
  const headerBytes = Object.entries(headers).reduce((sum, [name, value]) => sum + `${name}: ${value}\r\n`.length, 0)
  const isCompressible = body.length >= minCompressedBytes && !headers['Content-Encoding']
  const share = isCompressible ? assumptions.compressedShare : 0
  const bodyBytes = share * gzipSync(body).length + (1 - share) * body.length
  return assumptions.gatewayHeaderBytes + headerBytes + bodyBytes
}

/** Returns the resources that a request uses in addition to those of its Lambda. */
export const useOfRequest = (replyBytes: number): Use => ({
  gatewayRequests: 1,
  logGigabytes: assumptions.accessLogBytes / gigabyte,
  replyGigabytes: replyBytes / gigabyte,
})

/**
 * Returns the resources that a checkout event uses in addition to those of its Lambda. Each archive stores the event.
 */
export const useOfEvent = (bytes: number, archives: number): Use => ({
  busEvents: 1,
  queueRequests: assumptions.queueRequestsPerMessage,
  archivedGigabytes: (archives * bytes) / gigabyte,
})

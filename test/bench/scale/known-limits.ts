/**
 * Lists the partition keys that do not always reach the goal, with the orders per second that they reach at least.
 * Remove a line when its key reaches the goal.
 */

interface KnownLimit {
  traffic: RegExp
  part: RegExp
  ordersPerSecond: number
}

const knownLimits: readonly KnownLimit[] = [
  /**
   * Concurrent orders of one product wait for each other, and read its stock movements again after each pause. On a
   * slow machine, where requests take longer than 8 ms, they read more often than in AWS.
   */
  { traffic: /one tracked product/, part: /^key (stock-movements|products)#/, ordersPerSecond: 400 },
]

export const knownLimitOf = (traffic: string, part: string): number | undefined =>
  knownLimits.find(known => known.traffic.test(traffic) && known.part.test(part))?.ordersPerSecond

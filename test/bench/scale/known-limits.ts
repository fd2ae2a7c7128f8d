/**
 * The partition keys of one store that do not reach the goal, with the orders per second that they reach. The guide
 * Lists says what happens above these rates. Remove a line when its key reaches the goal.
 */

interface KnownLimit {
  traffic: RegExp
  part: RegExp
  ordersPerSecond: number
}

const knownLimits: readonly KnownLimit[] = [
  /**
   * A new customer's entries move when the order is counted. These positions are not in the order of time, so DynamoDB
   * divides the keys after some minutes of traffic.
   */
  { traffic: /^One store/, part: /^key list#customers\/(orders|value)/, ordersPerSecond: 140 },
  /**
   * Search entries are sorted by words, which are not in the order of time either. Those of a customer are written again
   * when an order is counted, because a search sorts its matches by the number and the amount of orders in them.
   */
  { traffic: /^One store/, part: /^key (list#\w+\/search\/|words$)/, ordersPerSecond: 60 },
  /** A change of status writes the entries of an order on lists of filters, because other filters read the status in them. */
  { traffic: /all events/, part: /^key list#orders\//, ordersPerSecond: 160 },
  /**
   * Orders that wait for each other read their partition after each pause. On a slow machine, where requests take longer
   * than 8 ms, they do so more often than in AWS.
   */
  { traffic: /one tracked product/, part: /^key (stock-movements|products)#/, ordersPerSecond: 400 },
  /** Three carts are created for each order. */
  { traffic: /all events/, part: /^key list#(carts|daily\/open-carts)/, ordersPerSecond: 160 },
]

export const knownLimitOf = (traffic: string, part: string): number | undefined =>
  knownLimits.find(known => known.traffic.test(traffic) && known.part.test(part))?.ordersPerSecond

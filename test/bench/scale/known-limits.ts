/**
 * Lists the partition keys of one store that do not reach the goal, with the orders per second that they reach at
 * least. The guide Lists says what happens above these rates. Remove a line when its key reaches the goal.
 */

interface KnownLimit {
  traffic: RegExp
  part: RegExp
  ordersPerSecond: number
}

const knownLimits: readonly KnownLimit[] = [
  /**
   * When an order is counted, the entries of its customer on these lists get another position. The lists are not sorted
   * by time, so DynamoDB divides their partitions after some minutes of traffic.
   */
  { traffic: /^One store/, part: /^key list#customers\/(orders|value)/, ordersPerSecond: 140 },
  /**
   * Search entries contain the number and the amount of a customer's orders, so that search results can be sorted by
   * these figures. So when an order is counted, all search entries of its customer are written again. The limit lasts
   * only for some minutes of traffic: search entries are sorted by words, not by time, so DynamoDB then divides their
   * partitions.
   */
  { traffic: /^One store/, part: /^key (list#\w+\/search\/|words$)/, ordersPerSecond: 60 },
  /**
   * An order has an entry on the list of each of its filter values, such as its city. Each of these entries contains
   * the status of the order, for queries with several filters. So a change of status writes all of them again.
   */
  { traffic: /all events/, part: /^key list#orders\//, ordersPerSecond: 160 },
  /**
   * Concurrent orders of one product wait for each other, and read its stock movements again after each pause. On a
   * slow machine, where requests take longer than 8 ms, they read more often than in AWS.
   */
  { traffic: /one tracked product/, part: /^key (stock-movements|products)#/, ordersPerSecond: 400 },
]

export const knownLimitOf = (traffic: string, part: string): number | undefined =>
  knownLimits.find(known => known.traffic.test(traffic) && known.part.test(part))?.ordersPerSecond

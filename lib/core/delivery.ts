/** How often a queue delivers a message that fails, and after which pauses. */

/** In seconds, one after each failure: a conflict or throttling is over within seconds, an outage within minutes. */
const pauses = [5, 30, 120, 600]

/** A message that fails on the last delivery is a dead letter. */
export const maxReceiveCount = pauses.length + 1

/** Messages that failed together are not repeated together: each pause is up to a fifth longer or shorter. */
export function retrySeconds(receiveCount: number): number {
  const seconds = pauses[Math.min(receiveCount, pauses.length) - 1] ?? 0
  return Math.round(seconds * (0.8 + 0.4 * Math.random()))
}

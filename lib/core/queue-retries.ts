/** Defines how often, and after which pauses, a queue delivers a failed message again. */

/** The pauses after each failure in seconds. A conflict or throttling ends within seconds, an outage within minutes. */
const pauses = [5, 30, 120, 600]

/** The number of deliveries after which a message that failed each time becomes a dead letter. */
export const maxReceiveCount = pauses.length + 1

/** Each pause is up to a fifth longer or shorter, so that messages that failed together are not repeated together. */
export function retryDelaySeconds(receiveCount: number): number {
  const seconds = pauses[Math.min(receiveCount, pauses.length) - 1] ?? 0
  return Math.round(seconds * (0.8 + 0.4 * Math.random()))
}

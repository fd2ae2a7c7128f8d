/** Defines how often a queue delivers a failed message, and the pauses before a failed checkout event is repeated. */

/** The pause after each failure, in seconds. Conflicts and throttling end within seconds, outages within minutes. */
const pauses = [5, 30, 120, 600]

/** A message that has failed this many times becomes a dead letter. Senders of events also try at most this often. */
export const maxReceiveCount = pauses.length + 1

/** Each pause varies by up to a fifth, so that messages that failed together are not delivered again together. */
export function retryDelaySeconds(receiveCount: number): number {
  const seconds = pauses[Math.min(receiveCount, pauses.length) - 1] ?? 0
  return Math.round(seconds * (0.8 + 0.4 * Math.random()))
}

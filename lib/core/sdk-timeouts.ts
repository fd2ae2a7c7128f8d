/** How long a client of an AWS service waits for one attempt, in milliseconds. */

/** The SDK itself waits without a limit: one lost packet would use up the time of the whole request. */
export const sdkTimeouts = {
  requestHandler: { connectionTimeout: 1000, requestTimeout: 4000, throwOnRequestTimeout: true },
}

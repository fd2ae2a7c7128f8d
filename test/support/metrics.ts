/** Collects the metrics that Lambdas write. */

import { vi } from 'vitest'

/**
 * Collects metrics until `stop` is called, which returns them. As in a Lambda, each metric is written to the console as
 * a line of JSON.
 */
export function collectMetrics() {
  vi.stubEnv('POWERTOOLS_METRICS_DISABLED', 'false')
  vi.stubEnv('POWERTOOLS_DEV', 'true')
  const written = vi.spyOn(console, 'log').mockImplementation(() => {})
  const stop = (): Record<string, unknown>[] => {
    const lines = written.mock.calls.flat().filter(line => String(line).includes('"_aws"'))
    written.mockRestore()
    vi.stubEnv('POWERTOOLS_METRICS_DISABLED', 'true')
    vi.stubEnv('POWERTOOLS_DEV', 'false')
    return lines.map(line => JSON.parse(line))
  }
  return { stop }
}

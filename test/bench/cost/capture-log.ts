/** Counts the bytes and the metrics that Lambdas log, and keeps the lines off the screen. */

interface MetricLine {
  _aws: { CloudWatchMetrics: { Dimensions: string[][]; Metrics: { Name: string }[] }[] }
  [name: string]: unknown
}

/**
 * Returns the name of a metric, followed by the values of its dimensions. The dimension `service`, which names the
 * stage, is left out, because all metrics that Lambdas write have it.
 */
export const metricName = (name: string, dimensions: Record<string, unknown>) =>
  [name, ...Object.entries(dimensions).flatMap(([key, value]) => (key === 'service' ? [] : [value]))].join(' ')

/** Returns the names of the metrics that CloudWatch creates from a log line, if the line has the property `_aws`. */
function metricsOf(line: string): string[] {
  if (!line.includes('"_aws"')) return []
  const parsed: MetricLine = JSON.parse(line)
  return parsed._aws.CloudWatchMetrics.flatMap(({ Dimensions: [names = []], Metrics }) => {
    const dimensions = Object.fromEntries(names.map(name => [name, parsed[name]]))
    return Metrics.map(({ Name }) => metricName(Name, dimensions))
  })
}

export function captureLog() {
  const { stdout, stderr } = process
  const writers = [stdout, stderr].map(stream => ({ stream, write: stream.write }))
  const lines: string[] = []
  for (const { stream } of writers)
    stream.write = ((chunk: string | Uint8Array) => {
      lines.push(String(chunk))
      return true
    }) as typeof stream.write
  return {
    bytes: () => Buffer.byteLength(lines.join('')),
    /** Returns how often each metric was written. */
    metrics: () => {
      const names = lines.join('').split('\n').flatMap(metricsOf)
      return Object.fromEntries([...Map.groupBy(names, name => name)].map(([name, all]) => [name, all.length]))
    },
    stop: () => {
      for (const { stream, write } of writers) stream.write = write
    },
  }
}

/** Writes structured logs and metrics, which never contain personal data or keys. */

import { Logger } from '@aws-lambda-powertools/logger'
import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics'
import { metricNamespace, metricServiceOf } from './aws-names.ts'
import { env } from './env.ts'

const serviceName = metricServiceOf(env.stage)

export const log = new Logger({ serviceName })
const metrics = new Metrics({ namespace: metricNamespace, serviceName })

/** Adds one to a metric. The metric is written immediately, because a Lambda may be frozen at any time. */
export function countMetric(name: string, dimensions: Record<string, string> = {}): void {
  const single = metrics.singleMetric()
  for (const [dimension, value] of Object.entries(dimensions)) single.addDimension(dimension, value)
  single.addMetric(name, MetricUnit.Count, 1)
}

export function recordMilliseconds(name: string, milliseconds: number): void {
  metrics.singleMetric().addMetric(name, MetricUnit.Milliseconds, milliseconds)
}

/** Logs only name, message and stack of an error, because other fields of the SDK's errors contain whole requests. */
export function logFault(message: string, fault: unknown, details: Record<string, string | number> = {}): void {
  const error = fault instanceof Error ? fault : new Error(String(fault))
  log.error(message, { ...details, fault: { name: error.name, message: error.message, stack: error.stack } })
  countMetric('Faults')
}

/** Structured logs and metrics: what happened, where and for which account; never personal data, never a key. */

import { Logger } from '@aws-lambda-powertools/logger'
import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics'
import { env } from './env.ts'
import { metricNamespace, serviceOf } from './metrics.ts'

const serviceName = serviceOf(env.stage)

export const log = new Logger({ serviceName })
const metrics = new Metrics({ namespace: metricNamespace, serviceName })

/** A counter that the dashboard and the alarms read; written at once, as a Lambda may be frozen at any time. */
export function count(name: string, dimensions: Record<string, string> = {}): void {
  const single = metrics.singleMetric()
  for (const [dimension, value] of Object.entries(dimensions)) single.addDimension(dimension, value)
  single.addMetric(name, MetricUnit.Count, 1)
}

/** A fault of ours. Only name, message and stack: errors of the SDK carry whole requests in their other fields. */
export function logFault(message: string, fault: unknown, details: Record<string, string> = {}): void {
  const error = fault instanceof Error ? fault : new Error(String(fault))
  log.error(message, { ...details, fault: { name: error.name, message: error.message, stack: error.stack } })
  count('Faults')
}

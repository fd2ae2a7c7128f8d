/** The monthly costs that do not depend on requests: counted in the template of the stack of production. */

import { routes } from '../../../lib/api.ts'
import { template } from '../../infra/aws/template.ts'
import { assumptions, customMetrics } from './assumptions.ts'
import { monthly } from './prices.ts'

interface AlarmProperties {
  Metrics?: { MetricStat?: object }[]
}
interface StageProperties {
  MethodSettings?: { HttpMethod: string; MetricsEnabled?: boolean }[]
}

const { ofType } = template()

/** An alarm on several metrics costs as much as one on each. */
const alarmMetrics = ofType('CloudWatch::Alarm')
  .map(({ Properties: { Metrics } }: { Properties: AlarmProperties }) =>
    Metrics ? Metrics.filter(({ MetricStat }) => MetricStat).length : 1,
  )
  .reduce((sum, count) => sum + count, 0)

/** The setting of all methods, or of some. */
function methodsWithMetrics(): number {
  const settings = ofType('ApiGateway::Stage')
    .flatMap(({ Properties }: { Properties: StageProperties }) => Properties.MethodSettings ?? [])
    .filter(({ MetricsEnabled }) => MetricsEnabled)
  const isForAll = settings.some(({ HttpMethod }) => HttpMethod === '*')
  return isForAll ? routes.length : settings.length
}

const methodMetrics = methodsWithMetrics() * assumptions.metricsPerMethod

const countOf = (type: string) => ofType(type).length

export const archives = countOf('Events::Archive')

const line = (count: number, name: string, price: number) => [`${count} ${name}`, count * price] as const

/** Dollars by name. */
export const fixedCosts: Record<string, number> = Object.fromEntries([
  line(alarmMetrics, 'metrics of alarms', monthly.alarmMetric),
  line(customMetrics.length, 'custom metrics', monthly.customMetric),
  line(methodMetrics, 'metrics of methods of API Gateway', monthly.customMetric),
  line(countOf('CloudWatch::Dashboard'), 'dashboard', monthly.dashboard),
  line(countOf('KMS::Key'), 'KMS keys', monthly.key),
])

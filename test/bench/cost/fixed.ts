/**
 * Computes what the production stack costs in a month without any request, and reads the settings that affect other
 * costs. Most of the numbers come from the template of the stack.
 */

import { routes } from '../../../lib/api.ts'
import { template } from '../../infra/aws/template.ts'
import { assumptions } from './assumptions.ts'
import { metricName } from './capture-log.ts'
import { monthly } from './prices.ts'

interface MetricProperties {
  Namespace: string
  MetricName: string
  Dimensions?: { Name: string; Value: unknown }[]
}
type AlarmProperties = Partial<MetricProperties> & { Metrics?: { MetricStat?: { Metric: MetricProperties } }[] }
interface StageProperties {
  MethodSettings?: { HttpMethod: string; MetricsEnabled?: boolean }[]
}
interface BackupRule {
  ScheduleExpression: string
  Lifecycle: { MoveToColdStorageAfterDays?: number; DeleteAfterDays: number }
}

/** Backups that exist at the same time and have the same price. */
interface KeptBackups {
  storage: 'warm' | 'cold'
  copies: number
  /** The ages of the youngest and of the oldest backup, in days. */
  from: number
  to: number
}

const { ofType, definition } = template()

const metricsOf = ({ Metrics, Namespace = '', MetricName = '', Dimensions = [] }: AlarmProperties) =>
  Metrics
    ? Metrics.flatMap(({ MetricStat }) => (MetricStat ? [MetricStat.Metric] : []))
    : [{ Namespace, MetricName, Dimensions }]

/** The metrics of all alarms. An alarm on several metrics costs as much as one alarm for each of them. */
const alarmMetrics = ofType('CloudWatch::Alarm').flatMap(({ Properties }) => metricsOf(Properties))

/**
 * Returns whether the metric is written by the Lambdas, the access log or SES. AWS bills such a metric only for hours
 * in which it is written.
 */
const isCustom = ({ Namespace }: MetricProperties) => /^(BackOffice|AWS\/SES)\b/.test(Namespace)

/** Converts the value of a dimension to text. In the template, it is a text or a reference to another resource. */
const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

const nameOf = ({ MetricName, Dimensions = [] }: MetricProperties) =>
  metricName(MetricName, Object.fromEntries(Dimensions.map(({ Name, Value }) => [Name, textOf(Value)])))

export const customMetricsOfAlarms = new Set(alarmMetrics.filter(isCustom).map(nameOf))

/** Counts the API methods with metrics. A setting of the stage turns on the metrics of all methods, or of one. */
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

/** The minimum size of a reply that API Gateway compresses. */
export const minCompressedBytes: number = definition['x-amazon-apigateway-minimum-compression-size']

export const isTraced = ofType('Lambda::Function').some(({ Properties }) => Properties.TracingConfig?.Mode === 'Active')

/**
 * Returns the days between two backups. `schedule` is the cron expression of their rule: minutes, hours, day, month,
 * day of the week, and year.
 */
function daysBetweenBackups(schedule: string): number {
  const [, , dayOfMonth, , dayOfWeek] = schedule.replace(/^cron\(|\)$/g, '').split(' ')
  if (dayOfMonth === '?' && /^\w+$/.test(dayOfWeek ?? '')) return 7
  if (dayOfMonth === '*') return 1
  throw new Error(`It is unknown how often ${schedule} makes a backup.`)
}

const backupRules: BackupRule[] = ofType('Backup::BackupPlan').flatMap(
  ({ Properties }) => Properties.BackupPlan.BackupPlanRule,
)

export function keptBackups({ ScheduleExpression, Lifecycle }: BackupRule): KeptBackups[] {
  const { DeleteAfterDays: last, MoveToColdStorageAfterDays: cold = last } = Lifecycle
  const keep = (storage: KeptBackups['storage'], from: number, to: number): KeptBackups => {
    return { storage, copies: (to - from) / daysBetweenBackups(ScheduleExpression), from, to }
  }
  return [keep('warm', 0, cold), keep('cold', cold, last)].filter(({ copies }) => copies > 0)
}

export const backups = backupRules.flatMap(keptBackups)

const line = (count: number, name: string, price: number) => [`${count} ${name}`, count * price] as const

/** The monthly costs in dollars, by name. */
export const fixedCosts: Record<string, number> = Object.fromEntries([
  line(alarmMetrics.length, 'metrics of alarms', monthly.alarmMetric),
  line(methodMetrics, 'metrics of methods of API Gateway', monthly.customMetric),
  line(countOf('CloudWatch::Dashboard'), 'dashboard', monthly.dashboard),
  line(countOf('KMS::Key'), 'KMS keys', monthly.key),
  line(assumptions.hostedZones, 'hosted zone of the domain', monthly.hostedZone),
])

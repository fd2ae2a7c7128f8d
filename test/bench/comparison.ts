/** Compares the cost of each request with a limit, and with a baseline, such as the cost in a smaller store. */

import type { Measurement } from './measurements.ts'
import { constantCostRatio } from './page-requests.ts'
import { type Cell, table } from './table.ts'

export interface Comparison {
  measurements: readonly Measurement[]
  /** Returns the measurement with which a measurement is compared, if there is one. */
  baselineOf: (measurement: Measurement) => Measurement | undefined
  /** The name of the baseline in the table and in failures, such as `at 1000`. */
  baselineName: string
}

/** Returns a function that takes a measurement, and finds the measurement of the same request in `measurements`. */
export const sameRequestIn = (measurements: readonly Measurement[]) => {
  const byName = new Map(measurements.map(measurement => [measurement.name, measurement]))
  return ({ name }: Measurement) => byName.get(name)
}

export function tableOf({ measurements, baselineOf, baselineName }: Comparison): string {
  const head = [
    'request',
    'read units',
    'limit',
    baselineName,
    'ratio',
    'calls in sequence',
    'limit',
    baselineName,
    'plain Query',
    'with total',
    'within limits',
  ]
  return table(
    head,
    measurements.map(measurement => rowOf(measurement, baselineOf(measurement))),
  )
}

export const failuresOf = ({ measurements, baselineOf, baselineName }: Comparison): string[] =>
  measurements.flatMap(measurement =>
    [...measurement.failures, ...checkGrowth(measurement, baselineOf(measurement), baselineName)].map(
      failure => `${measurement.name}: ${failure}`,
    ),
  )

function rowOf(measurement: Measurement, baseline: Measurement | undefined): Cell[] {
  const { name, cost, limit, costWithoutTallies, failures } = measurement
  const ratio = isComparable(measurement, baseline) ? ratioOf(measurement, baseline).toFixed(2) : '–'
  const isWithinLimits = failures.length + checkGrowth(measurement, baseline).length === 0
  return [
    name,
    cost.units,
    limit.units,
    baseline?.cost.units ?? '–',
    ratio,
    cost.sequentialCalls,
    limit.sequentialCalls ?? '–',
    baseline?.cost.sequentialCalls ?? '–',
    costWithoutTallies?.page ?? '–',
    costWithoutTallies?.total ?? '–',
    isWithinLimits ? 'yes' : 'NO',
  ]
}

/** Returns whether the measurement has a maximum ratio, and both pages have the same number of entities. */
const isComparable = (measurement: Measurement, baseline: Measurement | undefined): baseline is Measurement =>
  baseline !== undefined && measurement.maxRatio !== undefined && measurement.length === baseline.length

const ratioOf = (measurement: Measurement, baseline: Measurement) => measurement.cost.units / baseline.cost.units

/**
 * Returns how many more calls than the baseline a request may need. If a request reads several lists as one, a bucket
 * may be divided in some of these lists only. One more call then counts the bucket's entries in the other lists.
 */
const callsToDivide = ({ cost }: Measurement) => (new Set(cost.queryPartitions).size > 1 ? 1 : 0)

function checkGrowth(measurement: Measurement, baseline: Measurement | undefined, baselineName = '') {
  if (!isComparable(measurement, baseline)) return []
  const { maxRatio, cost } = measurement
  const ratio = ratioOf(measurement, baseline)
  const [calls, baselineCalls] = [cost.sequentialCalls, baseline.cost.sequentialCalls]
  const hasMoreCalls = maxRatio === constantCostRatio && calls > baselineCalls + callsToDivide(measurement)
  return [
    ...(ratio > (maxRatio ?? ratio) ? [`${ratio.toFixed(2)} times the read units ${baselineName}`] : []),
    ...(hasMoreCalls ? [`${calls} calls in sequence, but ${baselineCalls} ${baselineName}`] : []),
  ]
}

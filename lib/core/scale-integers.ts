/** Scales integers. The results are rounded by the largest remainder method, so that they add up to the scaled sum. */

interface Proportion {
  part: number
  whole: number
  /** The maximum of each result, in the order of the values. */
  limits: readonly number[]
}

/**
 * Returns `part / whole` of each value as an integer. The results add up to `part / whole` of the sum of all values,
 * rounded half up. If a limit lowers one result, others are raised. The calculation uses bigints, because products of
 * amounts may exceed 2^53.
 */
export function scaleIntegers(values: readonly number[], { part, whole, limits }: Proportion): number[] {
  if (whole <= 0) return values.map(() => 0)
  const divisor = BigInt(whole)
  const products = values.map(value => BigInt(value) * BigInt(part))
  const shares = products.map((product, n) => Math.min(Number(product / divisor), limits[n] ?? 0))
  const remainders = products.map(product => Number(product % divisor))
  const order = [...values.keys()].toSorted((one, other) => (remainders[other] ?? 0) - (remainders[one] ?? 0))
  let rest = roundedQuotient(sumOf(products), divisor) - Number(sumOf(shares.map(BigInt)))
  /** The first round adds at most 1 to each share. The second round adds as much of the rest as the limits allow. */
  for (const most of [1, rest])
    for (const n of order) {
      const share = shares[n] ?? 0
      const added = Math.min(most, rest, (limits[n] ?? 0) - share)
      shares[n] = share + added
      rest -= added
    }
  return shares
}

const sumOf = (values: readonly bigint[]) => values.reduce((sum, value) => sum + value, 0n)
const roundedQuotient = (value: bigint, divisor: bigint) => Number((2n * value + divisor) / (2n * divisor))

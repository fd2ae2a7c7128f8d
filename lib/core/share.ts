/** Shares integers in proportion, by largest remainder. */

interface Proportion {
  part: number
  whole: number
  /** The most that each share may be. */
  limits: readonly number[]
}

/**
 * `part / whole` of each value as integers, which add up to `part / whole` of the sum, rounded half up. What a limit keeps
 * out of one share goes to the others. In BigInt, as products of amounts exceed exact numbers.
 */
export function shareProportionally(values: readonly number[], { part, whole, limits }: Proportion): number[] {
  if (whole <= 0) return values.map(() => 0)
  const divisor = BigInt(whole)
  const products = values.map(value => BigInt(value) * BigInt(part))
  const shares = products.map((product, n) => Math.min(Number(product / divisor), limits[n] ?? 0))
  const remainders = products.map(product => Number(product % divisor))
  const order = [...values.keys()].toSorted((one, other) => (remainders[other] ?? 0) - (remainders[one] ?? 0))
  const rest = roundedQuotient(sumOf(products), divisor) - Number(sumOf(shares.map(BigInt)))
  addWithin(limits, shares, { rest: addWithin(limits, shares, { rest, order, most: 1 }), order })
  return shares
}

const sumOf = (values: readonly bigint[]) => values.reduce((sum, value) => sum + value, 0n)
const roundedQuotient = (value: bigint, divisor: bigint) => Number((2n * value + divisor) / (2n * divisor))

interface Addition {
  rest: number
  order: readonly number[]
  /** To each share. Default: as much as its limit allows. */
  most?: number
}

function addWithin(limits: readonly number[], shares: number[], { rest, order, most = rest }: Addition): number {
  let left = rest
  for (const n of order) {
    const share = shares[n] ?? 0
    const added = Math.min(most, left, (limits[n] ?? 0) - share)
    shares[n] = share + added
    left -= added
  }
  return left
}

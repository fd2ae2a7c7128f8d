/** Converts the payments of subscriptions with different intervals to the revenue per month. */

/** The sum that subscriptions with the same currency and the same interval pay in one interval, such as 3 months. */
export interface RecurringPayments {
  currency: string
  interval: string
  intervalCount: number
  /** The sum is in minor units. */
  amount: bigint
}

/** A fraction that is added up without rounding. */
interface Fraction {
  numerator: bigint
  denominator: bigint
}

const zero: Fraction = { numerator: 0n, denominator: 1n }

const paymentsPerYear: Record<string, bigint> = { Year: 1n, Month: 12n, Week: 52n, Day: 365n }
const monthsPerYear = 12n

const perMonth = ({ interval, intervalCount, amount }: RecurringPayments): Fraction => ({
  numerator: amount * (paymentsPerYear[interval] ?? 0n),
  denominator: monthsPerYear * BigInt(Math.max(1, intervalCount)),
})

const add = (one: Fraction, other: Fraction): Fraction => ({
  numerator: one.numerator * other.denominator + other.numerator * one.denominator,
  denominator: one.denominator * other.denominator,
})

/** Rounds halves up. If the fraction is negative, the result may be one minor unit too high. */
const round = ({ numerator, denominator }: Fraction): bigint => (2n * numerator + denominator) / (2n * denominator)

/** Returns the monthly revenue of each currency in minor units. Only the sum is rounded. */
export function monthlyRevenue(payments: readonly RecurringPayments[]): Map<string, bigint> {
  const byCurrency = Map.groupBy(payments, ({ currency }) => currency)
  return new Map([...byCurrency].map(([currency, own]) => [currency, round(own.map(perMonth).reduce(add, zero))]))
}

/** Converts the discounts and taxes of Stripe to discounts and taxes of orders. */

import * as z from 'zod'
import { decimalOf, expandable, expanded, idIn, stripeId, text } from './fields.ts'

const Coupon = z.object({ id: stripeId, name: text, percent_off: z.number().nullish() })
const PromotionCode = z.object({ id: stripeId, code: z.string() })

/** In `discounts` of a Checkout session, and in old versions of Stripe's API, the coupon is in the discount itself. */
export const StripeDiscount = z.object({
  id: stripeId.nullish(),
  coupon: expandable(Coupon),
  source: z.object({ coupon: expandable(Coupon) }).nullish(),
  promotion_code: expandable(PromotionCode),
})
type StripeDiscount = z.output<typeof StripeDiscount>

const couponIn = ({ source, coupon }: StripeDiscount) => source?.coupon ?? coupon

interface AppliedDiscount {
  amount: number
  discount: StripeDiscount
}

/**
 * Converts a discount of Stripe. If the discount contains only the ids of its coupon and its promotion code, the coupon
 * and the promotion code themselves are in `known`.
 */
export function toOrderDiscount(
  { amount, discount }: AppliedDiscount,
  known: readonly StripeDiscount[],
  currency: string,
) {
  const couponId = idIn(couponIn(discount))
  const promotionId = idIn(discount.promotion_code)
  const candidates = [...known, discount]
  const coupon = candidates.map(other => expanded(couponIn(other))).find(found => found?.id === couponId)
  const promotion = candidates.map(other => expanded(other.promotion_code)).find(found => found?.id === promotionId)
  return {
    code: promotion?.code ?? null,
    name: coupon?.name ?? promotion?.code ?? couponId ?? null,
    type: coupon?.percent_off ? 'Rate' : 'FixedAmount',
    rate: coupon?.percent_off ?? null,
    trigger: promotionId ? 'Code' : null,
    amountSaved: decimalOf(amount, currency),
    hasSavedAmount: amount > 0,
  }
}

interface AppliedTax {
  amount: number
  isIncluded: boolean
  rate: { display_name?: string | null | undefined; percentage?: number | null | undefined } | undefined
}

/** Leaves out taxes with an amount of 0, such as a reverse charge, because the buyer does not pay them. */
export const toOrderTaxes = (taxes: readonly AppliedTax[], currency: string) =>
  taxes
    .filter(({ amount }) => amount > 0)
    .map(({ amount, isIncluded, rate }) => ({
      taxName: rate?.display_name || 'Tax',
      taxRate: Number(((rate?.percentage ?? 0) / 100).toFixed(6)),
      amount: decimalOf(amount, currency),
      includedInPrice: isIncluded,
    }))

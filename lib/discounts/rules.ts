/** What a discount must say, by its trigger and its type. */

import { createHash } from 'node:crypto'
import { type Faults, invalid } from '../kit/problem.ts'
import type { Discount, NewDiscount } from './shapes.ts'

type Field =
  | 'code'
  | 'itemId'
  | 'totalToReach'
  | 'amount'
  | 'productIds'
  | 'rate'
  | 'alternatePrice'
  | 'shippingDescription'
  | 'shippingCost'
  | 'shippingGuaranteedDaysToDelivery'

interface Fields {
  needs: readonly Field[]
  takes?: readonly Field[]
}

const byTrigger: Record<Discount['trigger'], Fields> = {
  Code: { needs: ['code'] },
  Product: { needs: ['itemId'] },
  Total: { needs: [], takes: ['totalToReach'] },
}

const byType: Record<Discount['type'], Fields> = {
  FixedAmount: { needs: ['amount'] },
  FixedAmountOnItems: { needs: ['amount', 'productIds'] },
  AmountOnSubscription: { needs: ['amount'] },
  Rate: { needs: ['rate'] },
  RateOnItems: { needs: ['rate'] },
  RateOnCategory: { needs: ['rate'] },
  RateOnSubscription: { needs: ['rate'] },
  AlternatePrice: { needs: ['alternatePrice'] },
  Shipping: {
    needs: ['shippingDescription', 'shippingCost'],
    takes: ['shippingGuaranteedDaysToDelivery'],
  },
}

const nothing: Pick<Discount, Field> = {
  code: null,
  itemId: null,
  totalToReach: null,
  amount: null,
  productIds: null,
  rate: null,
  alternatePrice: null,
  shippingDescription: null,
  shippingCost: null,
  shippingGuaranteedDaysToDelivery: null,
}

const reasons = ({ trigger, type }: NewDiscount): [Fields, string][] => [
  [byTrigger[trigger], `when trigger is ${trigger}`],
  [byType[type], `when type is ${type}`],
]

/** The fields that this trigger and type speak of; the others are null, whatever was sent. Refuses when one is missing. */
export function fieldsInForce(wanted: NewDiscount): Pick<Discount, Field> {
  const tidy = { ...wanted, code: wanted.code?.trim(), productIds: listed(wanted.productIds) }
  const faults: Faults = {}
  for (const [{ needs }, reason] of reasons(wanted)) {
    for (const field of needs) if (tidy[field] == null) faults[field] = [`is required ${reason}`]
  }
  if (Object.keys(faults).length > 0) throw invalid(faults)
  const spoken = reasons(wanted).flatMap(([{ needs, takes = [] }]) => [...needs, ...takes])
  return { ...nothing, ...Object.fromEntries(spoken.map(field => [field, tidy[field] ?? null])) }
}

/** `" TEE, MUG,,TEE"` is `TEE,MUG`. */
function listed(productIds: string | null | undefined): string | null {
  const ids = (productIds ?? '').split(',').map(id => id.trim())
  return [...new Set(ids.filter(id => id !== ''))].join(',') || null
}

export const neverUsed: Pick<Discount, 'numberOfUsages' | 'numberOfUsagesUncompleted'> = {
  numberOfUsages: 0,
  numberOfUsagesUncompleted: 0,
}

/** Buyers type codes by hand: case and the way an accent is encoded make no other code of it. Hashed, as normalizing makes some texts far longer than a key may be. */
const codeIdentity = (code: string) =>
  createHash('sha256').update(code.normalize('NFKC').toUpperCase().toLowerCase()).digest('base64url')

/** The code a discount keeps others from taking. */
export const claimedCode = ({ code, archived }: Pick<Discount, 'code' | 'archived'>) =>
  code === null || archived ? null : codeIdentity(code)

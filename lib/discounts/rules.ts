/** What a discount must say, by its trigger and its type. */

import { createHash } from 'node:crypto'
import { isBlank } from '../core/fields.ts'
import type { Discount, DiscountState } from './schemas.ts'

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

/** Undefined where what was sent is none. */
export interface DiscountKind {
  trigger: Discount['trigger'] | undefined
  type: Discount['type'] | undefined
}

const spokenOf = ({ needs, takes = [] }: Fields): string[] => [...needs, ...takes]

/** Those of the others only; of an unknown kind any field may be. */
function foreignIn<K extends string>(table: Record<K, Fields>, own: K | undefined): string[] {
  if (own === undefined) return []
  const spoken = spokenOf(table[own])
  return Object.values<Fields>(table)
    .flatMap(spokenOf)
    .filter(field => !spoken.includes(field))
}

/** The fields that another trigger or type speaks of, and this one does not. */
export const foreignFields = ({ trigger, type }: DiscountKind): string[] => [
  ...foreignIn(byTrigger, trigger),
  ...foreignIn(byType, type),
]

/** The fields that this trigger and type need and the body does not bring. */
export function missingFields({ trigger, type }: DiscountKind, body: { [F in Field]?: unknown }) {
  const wants = [
    { needs: trigger ? byTrigger[trigger].needs : [], fault: `is required when trigger is ${trigger}` },
    { needs: type ? byType[type].needs : [], fault: `is required when type is ${type}` },
  ]
  return wants.flatMap(({ needs, fault }) =>
    needs.filter(field => body[field] === undefined).map(field => ({ field, fault })),
  )
}

/** `" TEE, MUG,,TEE"` is `TEE,MUG`. */
export function normalizeProductIds(productIds: string): string {
  const ids = productIds.split(',').map(id => id.trim())
  return [...new Set(ids.filter(id => !isBlank(id)))].join(',')
}

export const newDiscountState: Omit<DiscountState, 'id'> = {
  combinable: true,
  archived: false,
  numberOfUsages: 0,
  numberOfUsagesUncompleted: 0,
}

/** Buyers type codes by hand: case and the way an accent is encoded make no other code of it. Hashed, as normalizing makes some texts far longer than a key may be. */
const codeIdentity = (code: string) =>
  createHash('sha256').update(code.normalize('NFKC').toUpperCase().toLowerCase()).digest('base64url')

/** The code a discount keeps others from taking. */
export const claimedCode = ({ code, archived }: Pick<Discount, 'code' | 'archived'>) =>
  code === null || archived ? null : codeIdentity(code)

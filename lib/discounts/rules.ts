/** Applies changes to discounts, rounds their amounts, and decides which codes are equal. */

import { hash } from 'node:crypto'
import { decimalsOf, withRounded } from '../core/money.ts'
import { validationProblem } from '../core/problem.ts'
import { missingFields, type Trigger, type Type, unusedFields } from './kinds.ts'

const amounts = ['amount', 'totalToReach', 'shippingCost'] as const

/** Rounds amounts to the decimals of the currency. Rejects a discount whose `amount` is rounded to zero. */
export function roundAmounts<D extends Record<(typeof amounts)[number], number | null>>(discount: D, currency: string) {
  const rounded = withRounded(discount, amounts, currency)
  if (rounded.amount === 0) throw validationProblem({ amount: [`must be at least ${10 ** -decimalsOf(currency)}`] })
  return rounded
}

export const newDiscountDefaults = {
  combinable: true,
  archived: false,
  numberOfUsages: 0,
  numberOfUsagesUncompleted: 0,
}

type Change = Record<string, unknown> & { trigger: Trigger; type: Type }

/**
 * Changes a discount. Fields that the change does not contain keep their value. Fields that the trigger and the type do
 * not use become null.
 */
export function applyChange<D extends object, C extends Change>(current: D, change: C): D & C {
  const sent = Object.entries(change).filter(([, value]) => value !== undefined)
  const unused = unusedFields(change).map(field => [field, null])
  const merged = { ...current, ...Object.fromEntries([...sent, ...unused]) }
  const faults = missingFields(change, merged).map(({ field, fault }) => [field, [fault]])
  if (faults.length > 0) throw validationProblem(Object.fromEntries(faults))
  return merged
}

/**
 * Returns a hash, because a normalized code may be too long for a key. Codes are equal regardless of case and Unicode
 * form, because buyers type them.
 */
const codeHash = (code: string) => hash('sha256', code.normalize('NFKC').toUpperCase().toLowerCase(), 'base64url')

export const reservedCodeHash = ({ code, archived }: { code: string | null; archived: boolean }) =>
  code === null || archived ? null : codeHash(code)

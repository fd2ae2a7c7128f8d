/** Imports discounts. Their usages are counted from the imported orders and carts. */

import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod'
import { booleanOrFalse, optionalBoolean } from '../core/event-fields.ts'
import type { Tenant } from '../core/tenant.ts'
import type { ChangeResult } from '../store/change.ts'
import { retryOnConflict } from '../store/conditional-write.ts'
import { find } from './load.ts'
import { present } from './presenter.ts'
import { newDiscountDefaults, roundAmounts } from './rules.ts'
import { saveDiscount } from './save.ts'
import { Discount } from './schemas.ts'

const { numberOfUsages, numberOfUsagesUncompleted, combinable, archived, ...fields } = Discount.partial().shape
const { id, name, trigger, type } = Discount.shape

/**
 * Fields that the discount's trigger and type do not use are imported too. Such a field may have a value from the time
 * when the discount had another type.
 */
export const ImportedDiscount = z.object({
  ...fields,
  ...{ id, name, trigger, type },
  combinable: optionalBoolean.transform(value => value ?? true),
  archived: booleanOrFalse,
})
type ImportedDiscount = z.output<typeof ImportedDiscount>

/**
 * A discount that was changed in this API is not replaced, because no modification date shows whether the imported
 * discount is newer.
 */
export const importDiscount = (tenant: Tenant, sent: ImportedDiscount, currency: string): Promise<ChangeResult> =>
  retryOnConflict(async () => {
    const before = await find(tenant, sent.id)
    if (before && !before.asImported) return 'unchanged'
    const known = before ? present(before) : newDiscountDefaults
    const { numberOfUsages, numberOfUsagesUncompleted } = known
    const usages = { numberOfUsages, numberOfUsagesUncompleted }
    const after = roundAmounts(present({ ...sent, ...usages }), currency)
    if (isDeepStrictEqual(after, known)) return 'unchanged'
    await saveDiscount(tenant, { ...after, asImported: true }, before ?? undefined)
    return before ? 'updated' : 'created'
  })

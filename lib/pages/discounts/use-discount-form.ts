/** The values of the form of a discount, with the check of the API. */

import { useMemo } from 'react'
import type { Discount } from '../../client/index.ts'
import { checkWith } from '../form/faults.ts'
import { texts as formTexts } from '../form/texts.ts'
import { useObjectForm } from '../form/use-object-form.ts'
import { useSession } from '../session/api.ts'
import { useTexts } from '../session/language.ts'
import { bodyOf, type DiscountValues, newValues, valuesOf } from './values.ts'

const loadSchema = () => import('../../discounts/schemas.ts').then(({ NewDiscount }) => NewDiscount)

/** Without a discount, it is the form of a new one. */
export function useDiscountForm(discount?: Discount) {
  const { required } = useTexts(formTexts)
  const { timeZone } = useSession().account
  const values = useMemo(() => (discount ? valuesOf(discount, timeZone) : newValues), [discount, timeZone])
  const check = checkWith((typed: DiscountValues) => bodyOf(typed, timeZone), loadSchema, required)
  return useObjectForm({ values, check })
}

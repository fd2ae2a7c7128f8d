/** The values of the form of a shipping method, with the check of the API. */

import type { UseFormReturnType } from '@mantine/form'
import { useMemo } from 'react'
import type { ShippingMethod } from '../../client/index.ts'
import { checkWith } from '../form/faults.ts'
import { texts as formTexts } from '../form/texts.ts'
import { useObjectForm } from '../form/use-object-form.ts'
import { useTexts } from '../session/language.ts'
import { bodyOf, type MethodValues, newValues, valuesOf } from './values.ts'

export type MethodForm = UseFormReturnType<MethodValues>

const loadSchema = () => import('../../shipping/schemas.ts').then(({ NewShippingMethod }) => NewShippingMethod)

/** Without a method, it is the form of a new one. */
export function useMethodForm(method?: ShippingMethod): MethodForm {
  const { required } = useTexts(formTexts)
  const values = useMemo(() => (method ? valuesOf(method) : newValues), [method])
  return useObjectForm({ values, check: checkWith(bodyOf, loadSchema, required) })
}

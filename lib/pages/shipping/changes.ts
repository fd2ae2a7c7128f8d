/** The changes of a shipping method: saving its form, and deleting it. */

import { useNavigate } from '@tanstack/react-router'
import type { NewShippingMethod, ShippingMethod } from '../../client/index.ts'
import { useChange } from '../change/use-change.tsx'
import { toFormErrors } from '../form/faults.ts'
import { texts as formTexts } from '../form/texts.ts'
import { useSession } from '../session/api.ts'
import { useTexts } from '../session/language.ts'
import { methodQuery } from './search.ts'
import { texts } from './texts.ts'
import type { MethodForm } from './use-method-form.ts'
import { bodyOf, valuesOf } from './values.ts'

const affected = [['shipping', 'list']]

export function useSave({ Id: id }: ShippingMethod, form: MethodForm) {
  const text = useTexts(texts)
  const { required } = useTexts(formTexts)
  const { api } = useSession()
  return useChange({
    query: methodQuery(api, id),
    send: (body: NewShippingMethod, options) => api.shipping.update({ ...body, id }, options),
    onRefused: ({ errors }) => form.setErrors(toFormErrors(errors, required)),
    accept: (saved: ShippingMethod) => saved,
    undo: (before: ShippingMethod) => bodyOf(valuesOf(before)),
    done: text.saved,
    labels: { name: text.fields.name, onOrderTotalAbove: text.fields.onOrderTotalAbove },
    affected,
  })
}

/** The list is opened, because the method has no screen any more. */
export function useRemove({ Id: id }: ShippingMethod) {
  const text = useTexts(texts)
  const { api } = useSession()
  const navigate = useNavigate()
  return useChange({
    query: methodQuery(api, id),
    send: (_: null, options) => api.shipping.remove({ id }, options),
    isRemoval: true,
    onDone: () => void navigate({ to: '/shipping' }),
    done: text.removed,
    labels: { name: text.fields.name },
    affected,
  })
}

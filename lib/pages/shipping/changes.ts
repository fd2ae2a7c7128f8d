/** Hooks that create, save and delete a shipping method. */

import { useNavigate } from '@tanstack/react-router'
import type { NewShippingMethod, ShippingMethod } from '../../client/index.ts'
import { useChange } from '../change/use-change.tsx'
import { useShowFaults } from '../form/use-object-form.ts'
import { useSession } from '../session/client.ts'
import { useTexts } from '../session/language.ts'
import { methodQuery } from './queries.ts'
import { texts } from './texts.ts'
import { bodyOf, type MethodForm, valuesOf } from './values.ts'

const affected = [['shipping', 'list']]

export function useCreate(form: MethodForm) {
  const text = useTexts(texts)
  const { api } = useSession()
  const navigate = useNavigate()
  return useChange({
    send: (body: NewShippingMethod, options) => api.shipping.create(body, options),
    onRefused: useShowFaults(form),
    onDone: ({ Id: id }) => void navigate({ to: '/shipping/$id', params: { id } }),
    done: text.created,
    affected,
  })
}

const asInput = (method: ShippingMethod): NewShippingMethod => bodyOf(valuesOf(method))

export function useSave({ Id: id }: ShippingMethod, form: MethodForm) {
  const text = useTexts(texts)
  const { api } = useSession()
  return useChange({
    query: methodQuery(api, id),
    send: (body: NewShippingMethod, options) => api.shipping.update({ ...body, id }, options),
    onRefused: useShowFaults(form),
    accept: (saved: ShippingMethod) => saved,
    asInput,
    undo: asInput,
    done: text.saved,
    labels: { name: text.fields.name, onOrderTotalAbove: text.fields.onOrderTotalAbove },
    affected,
  })
}

/**
 * Deletes a shipping method and then opens the list, because the screen of the deleted shipping method no longer
 * exists.
 */
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

/** Hooks that create, save, archive, restore and delete a discount. */

import { useNavigate } from '@tanstack/react-router'
import type { Discount, DiscountChange, NewDiscount } from '../../client/index.ts'
import { useChange } from '../change/use-change.tsx'
import { useShowFaults } from '../form/use-object-form.ts'
import { useSession } from '../session/client.ts'
import { useTexts } from '../session/language.ts'
import { discountQuery } from './queries.ts'
import { texts } from './texts.ts'
import type { DiscountForm } from './values.ts'

const affected = [['discounts', 'list']]

/** Creates a discount and then opens its screen, which shows the code and the usage. */
export function useCreate(form: DiscountForm) {
  const text = useTexts(texts)
  const { api } = useSession()
  const navigate = useNavigate()
  return useChange({
    send: (body: NewDiscount, options) => api.discounts.create(body, options),
    onRefused: useShowFaults(form),
    onDone: ({ id }) => void navigate({ to: '/discounts/$id', params: { id } }),
    done: text.created,
    affected,
  })
}

/** Returns the discount without the fields that a request cannot set. Its usages change with each order and cart. */
function changeOf({ numberOfUsages, numberOfUsagesUncompleted, id, ...change }: Discount): DiscountChange {
  return change
}

export function useSave({ id }: Discount, form: DiscountForm) {
  const text = useTexts(texts)
  const { api } = useSession()
  return useChange({
    query: discountQuery(api, id),
    send: (change: DiscountChange, options) => api.discounts.update({ ...change, id }, options),
    onRefused: useShowFaults(form),
    accept: changed => changed,
    undo: changeOf,
    dependsOn: changeOf,
    done: text.saved,
    labels: text.fields,
    affected,
  })
}

/** Archives or restores a discount: both set the field `archived`. */
export function useSetArchived(discount: Discount) {
  const text = useTexts(texts)
  const { api } = useSession()
  const { id, archived } = discount
  return useChange({
    query: discountQuery(api, id),
    send: (change: DiscountChange, options) => api.discounts.update({ ...change, id }, options),
    predict: (shown: Discount, { archived }) => ({ ...shown, archived: archived ?? shown.archived }),
    accept: changed => changed,
    undo: changeOf,
    dependsOn: changeOf,
    done: archived ? text.restored : text.archived,
    labels: text.fields,
    affected,
  })
}

/** Deletes a discount and then opens the list, because the screen of the deleted discount no longer exists. */
export function useRemove({ id }: Discount) {
  const text = useTexts(texts)
  const { api } = useSession()
  const navigate = useNavigate()
  return useChange({
    query: discountQuery(api, id),
    send: (_: null, options) => api.discounts.remove({ id }, options),
    isRemoval: true,
    onDone: () => void navigate({ to: '/discounts' }),
    done: text.removed,
    labels: text.fields,
    affected,
  })
}

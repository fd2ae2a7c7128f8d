/** Finds and erases the objects of one customer. Reads all objects to find these, as no index has e-mail addresses. */

import * as carts from '../carts/index.ts'
import { timestamp } from '../core/clock.ts'
import { emailHash } from '../core/email.ts'
import { mapConcurrent } from '../core/map-concurrent.ts'
import type { Tenant } from '../core/tenant.ts'
import type { CustomerIdentity } from '../customers/index.ts'
import * as orders from '../orders/index.ts'
import { changeRow } from '../store/change.ts'
import { allRows, type CustomerNames, type ListedRow, type PersonalObject } from '../store/stored-object.ts'
import * as subscriptions from '../subscriptions/index.ts'

export type IsOfCustomer = (names: CustomerNames) => boolean

export const matcherOf =
  ({ ids, emailHashes }: CustomerIdentity): IsOfCustomer =>
  ({ customerId, email, erasedEmailHash }) => {
    const hash = email ? emailHash(email) : erasedEmailHash
    return (customerId !== undefined && ids.has(customerId)) || (!!hash && emailHashes.has(hash))
  }

export type CustomerObjects = Awaited<ReturnType<typeof findObjects>>

export async function findObjects(tenant: Tenant, isOf: IsOfCustomer, onProgress: (text: string) => void) {
  const find = async <R extends ListedRow>(object: PersonalObject<R>): Promise<R[]> => {
    const found: R[] = []
    let count = 0
    for await (const rows of allRows(object, tenant, { consistent: true })) {
      found.push(...rows.filter(row => isOf(object.personal.customerOf(row))))
      count += rows.length
      onProgress(`${object.name}: ${count} read`)
    }
    return found
  }
  return {
    subscriptions: await find(subscriptions.subscriptionDefinition),
    carts: await find(carts.cartDefinition),
    orders: await find(orders.orderDefinition),
  }
}

/** Returns whether the row can be erased: its personal data is not needed, and it awaits no payment operation. */
export const isErasable = <R extends ListedRow>(object: PersonalObject<R>, row: R): boolean =>
  !object.personal.isNeeded?.(row) && !object.awaitedOperations?.(row).size

const maxConcurrent = 10

/** Erases the personal data in the rows. Skips and returns the rows whose personal data is still needed. */
export async function eraseRows<R extends ListedRow>(object: PersonalObject<R>, rows: readonly R[]): Promise<R[]> {
  const pending = await mapConcurrent(rows, maxConcurrent, async row => {
    const after = await changeRow(object, row, before =>
      before && isErasable(object, before) ? object.personal.erase(before, timestamp()) : null,
    )
    return !after || isErasable(object, after) ? [] : [row]
  })
  return pending.flat()
}

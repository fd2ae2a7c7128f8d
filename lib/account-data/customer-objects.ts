/** Finds the objects of one customer. All orders, carts and subscriptions are read: no list has an address. */

import * as carts from '../carts/index.ts'
import { emailHash } from '../core/email.ts'
import type { Tenant } from '../core/tenant.ts'
import type { Identity } from '../customers/index.ts'
import { allRows, type ListedEntity } from '../lists/listed-entity.ts'
import * as orders from '../orders/index.ts'
import type { ListedRow } from '../store/entity-definition.ts'
import * as subscriptions from '../subscriptions/index.ts'

/** What an object names its customer by. */
export interface Naming {
  customerId?: string | undefined
  email?: string | null | undefined
  /** What is left of the address after its erasure. */
  erasedEmailHash?: string | undefined
}

export type IsOfCustomer = (naming: Naming) => boolean

export const matcherOf =
  ({ ids, emailHashes }: Identity): IsOfCustomer =>
  ({ customerId, email, erasedEmailHash }) => {
    const hash = email ? emailHash(email) : erasedEmailHash
    return (customerId !== undefined && ids.has(customerId)) || (!!hash && emailHashes.has(hash))
  }

export type CustomerObjects = Awaited<ReturnType<typeof findObjects>>

export async function findObjects(tenant: Tenant, isOf: IsOfCustomer, onProgress: (text: string) => void) {
  const find = <R extends ListedRow>(definition: ListedEntity<R>, namingOf: (row: R) => Naming) =>
    findRows(definition, tenant, {
      matches: row => isOf(namingOf(row)),
      onBatch: count => onProgress(`${definition.name}: ${count} read`),
    })
  return {
    subscriptions: await find(
      subscriptions.subscriptionDefinition,
      ({ customerId, latest, erasedEmailHash }) => ({
        customerId,
        email: latest.content?.value.email,
        erasedEmailHash,
      }),
    ),
    carts: await find(carts.cartDefinition, ({ latest }) => ({ email: latest.email?.value })),
    orders: await find(orders.orderDefinition, ({ customerId, content }) => ({
      customerId,
      email: content?.email,
    })),
  }
}

interface Search<R> {
  matches: (row: R) => boolean
  /** Called with the number of rows read until then. */
  onBatch: (count: number) => void
}

async function findRows<R extends ListedRow>(
  definition: ListedEntity<R>,
  tenant: Tenant,
  { matches, onBatch }: Search<R>,
): Promise<R[]> {
  const found: R[] = []
  let count = 0
  for await (const rows of allRows(definition, tenant, { consistent: true })) {
    found.push(...rows.filter(matches))
    count += rows.length
    onBatch(count)
  }
  return found
}

/** Checks that the stock movements that orders have recorded are made. */

import { now } from '../core/clock.ts'
import type { Tenant } from '../core/tenant.ts'
import { movementExists, movementsIn } from '../orders/index.ts'
import { moveStock } from '../products/index.ts'
import type { Difference } from './finding.ts'

/** An event makes its movements within seconds, also when it has to wait for others. */
const maxAgeMilliseconds = 60_000

type Movement = Awaited<ReturnType<typeof movementsIn>>[number]

const isOverdue = ({ recordedAt }: Movement) => now().getTime() - Date.parse(recordedAt) > maxAgeMilliseconds

export const movementDifferences = async (tenant: Tenant): Promise<Difference[]> =>
  (await movementsIn(tenant)).filter(isOverdue).map(differenceOf)

const differenceOf = (movement: Movement): Difference => ({
  kind: 'unmade-movement',
  key: `product ${movement.productId}`,
  list: null,
  is: `movement ${movement.id} for order ${movement.token} is recorded`,
  shouldBe: 'made',
  persists: () => movementExists(movement),
  repair: {
    target: `stock of product ${movement.productId} for order ${movement.token}`,
    run: () => moveStock(movement, movement.productId),
  },
})

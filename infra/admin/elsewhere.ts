/** Reports how many operations are under way at another payment gateway than the one that a store uses now. */

import type { Tenant } from '../../lib/core/tenant.ts'
import { gatewayNameOf } from '../../lib/payments/gateway.ts'
import type { Modules } from './modules.ts'
import { storeCommand } from './store-options.ts'

interface Elsewhere {
  count: number
  notices: string[]
}

export async function countElsewhere(
  { account, mode }: Tenant,
  { payments, stage, data }: Pick<Modules, 'payments' | 'stage' | 'data'>,
): Promise<Elsewhere> {
  const { operationsElsewhere } = await payments()
  const operations = await operationsElsewhere({ account, mode })
  const names = Map.groupBy(operations, ({ gateway }) => gatewayNameOf(gateway))
  const notices = [...names].map(
    ([name, { length }]) =>
      `Under way at another gateway (${name}): ${length}. ${afterwards} ${storeCommand(`operations list --account ${account} --mode ${mode}`, { stage, data })}`,
  )
  return { count: operations.length, notices }
}

const afterwards = 'They are completed there, which needs a key of it. To see them:'

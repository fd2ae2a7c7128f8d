/** Checks a store, and returns all differences that the check finds. */

import type { Tenant } from '../../lib/core/tenant.ts'
import * as maintenance from '../../lib/maintenance/index.ts'

export type CheckOptions = Omit<Parameters<typeof maintenance.checkStore>[1], 'onFound'>

export async function check(tenant: Tenant, options: CheckOptions = {}): Promise<maintenance.Difference[]> {
  const found: maintenance.Difference[] = []
  const onFound = async (differences: maintenance.Difference[]) => void found.push(...differences)
  await maintenance.checkStore(tenant, { ...options, onFound })
  return found
}

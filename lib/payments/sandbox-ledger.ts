/** Reads the movements of money that the sandbox has made. */

import type { MinorUnits } from '../core/money.ts'
import type { Tenant } from '../core/tenant.ts'
import { SandboxAction } from './entity.ts'

export type SandboxMovement = SandboxAction & { amount: MinorUnits; currency: string }

const isMovement = (action: SandboxAction): action is SandboxMovement => action.amount !== undefined

/** Returns the movements of one order or subscription, or of the whole store, oldest first. */
export async function sandboxLedger(tenant: Tenant, subject = ''): Promise<SandboxMovement[]> {
  const actions = await sandboxActions(tenant, subject)
  return actions.filter(isMovement)
}

/** Returns all actions, including changes of subscriptions that move no money. */
export async function sandboxActions({ account, mode }: Tenant, subject = ''): Promise<SandboxAction[]> {
  const rows = SandboxAction.query.bySubject({ account, mode })
  const found = subject ? rows.begins({ subject }) : rows
  const { data } = await found.go({ pages: 'all', consistent: true })
  return data.toSorted((one, other) => (one.time < other.time ? -1 : 1))
}

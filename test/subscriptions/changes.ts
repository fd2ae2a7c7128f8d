/** Creates V1 subscriptions to change, and reads what the sandbox did for them. */

import type { Tenant } from '../../lib/core/tenant.ts'
import { readSandboxActions } from '../../lib/payments/sandbox.ts'
import { sendEvent } from '../support/checkout.ts'
import { type Call, call, newTenant } from '../support/store.ts'
import { at, v1Subscription } from './calls.ts'

/** Creates a subscription, and then sends the events `eventNames` about it. */
export async function newSubscription(fields: Record<string, unknown> = {}, eventNames: readonly string[] = []) {
  const tenant = await newTenant()
  const content = v1Subscription(fields)
  for (const [n, eventName] of ['subscription.created', ...eventNames].entries())
    await sendEvent(tenant, eventName, content, at(n + 1))
  return { tenant, id: content.id }
}

export type Verb = 'pause' | 'resume' | 'cancel' | 'update'

export const change = (verb: Verb, tenant: Tenant, id: string, request: Call = {}) =>
  call(`subscriptions.${verb}`, tenant, { params: { id }, ...request })

/** Returns the kinds of the actions that the sandbox has recorded, oldest first. */
export const actionsOf = async (tenant: Tenant, id: string) =>
  (await readSandboxActions(tenant, id)).map(({ kind }) => kind)

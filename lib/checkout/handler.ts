/** Defines the handler of a checkout event: the schema of the content, and the function that applies it. */

import type * as z from 'zod'
import type { Account } from '../accounts/schemas.ts'
import type { EventStamp } from '../core/event-stamp.ts'
import type { Tenant } from '../core/tenant.ts'

export interface Event<Content> {
  tenant: Tenant
  store: Account
  content: Content
  stamp: EventStamp
  eventId: string
}

export interface EventHandler<S extends z.ZodType = z.ZodType> {
  schema: S
  /** Declared as a method, so that handlers with different schemas have one type. */
  apply(event: Event<z.output<S>>): Promise<unknown>
}

export const defineHandler = <S extends z.ZodType>(schema: S, apply: EventHandler<S>['apply']): EventHandler => ({
  schema,
  apply,
})

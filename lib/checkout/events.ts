/** Defines the envelope and the handler of a checkout event. The handler consists of a schema and a function. */

import * as z from 'zod'
import type { Account } from '../accounts/schemas.ts'
import type { StampedEvent } from '../core/event-stamp.ts'
import { caseInsensitiveEnum, integer, nonBlank, preciseDateTime } from '../core/fields.ts'
import { modes } from '../core/tenant.ts'

/** An event id may be any text. It is escaped, because DynamoDB keys must be valid Unicode. */
const eventId = z
  .string()
  .max(100)
  .refine(id => id !== '', { error: 'must not be empty' })
  .transform(id => JSON.stringify(id).slice(1, -1))

export const CheckoutEvent = z.object({
  id: eventId,
  eventName: nonBlank(100),
  account: integer({ min: 1 }).brand<'AccountId'>(),
  mode: caseInsensitiveEnum(modes),
  createdOn: preciseDateTime,
  /** The schema of the content depends on the event's name. */
  content: z.custom<unknown>(content => content !== undefined, { error: 'is required' }),
})
export type CheckoutEvent = z.output<typeof CheckoutEvent>

export interface Event<Content> extends StampedEvent<Content> {
  store: Account
  eventId: string
  /** Whether the event is history that is brought in later. Orders of the past do not change the stock. */
  isHistory: boolean
}

export interface EventHandler<S extends z.ZodType = z.ZodType> {
  schema: S
  /** TypeScript lets handlers of different events have the same type only if this is a method, not a property. */
  apply(event: Event<z.output<S>>): Promise<unknown>
}

export const defineHandler = <S extends z.ZodType>(schema: S, apply: EventHandler<S>['apply']): EventHandler => ({
  schema,
  apply,
})

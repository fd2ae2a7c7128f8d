/** The tenant of a request: taken from the authorizer's context, never from the request itself. */

import type { AccountId } from './ids.ts'

export const modes = ['Live', 'Test'] as const
export type Mode = (typeof modes)[number]

export const features = ['abandonedCarts', 'subscriptions', 'creditNotes'] as const
export type Feature = (typeof features)[number]

/** Where payments are captured and refunded. */
export const gateways = ['sandbox', 'stripe', 'none'] as const
export type GatewayName = (typeof gateways)[number]

/** Of mails to buyers. */
export const languages = ['en', 'fr', 'de', 'es'] as const
export type Language = (typeof languages)[number]

/** One account in one mode; part of every key in the table. */
export interface Tenant {
  account: AccountId
  mode: Mode
}

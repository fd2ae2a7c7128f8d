/**
 * Defines tenants, and the values of account settings that several modules use. The tenant of a request with an API key
 * comes from the authorizer's context, never from the request itself.
 */

import type * as z from 'zod'

export const modes = ['Live', 'Test'] as const
export type Mode = (typeof modes)[number]

export const features = ['abandonedCarts', 'subscriptions', 'creditNotes'] as const
export type Feature = (typeof features)[number]

export const gateways = ['sandbox', 'stripe', 'none'] as const
export type GatewayName = (typeof gateways)[number]

/** The languages of mails to buyers. */
export const languages = ['en', 'fr', 'de', 'es'] as const
export type Language = (typeof languages)[number]

/** The number of an account. TypeScript rejects plain numbers and other kinds of ids. */
export type AccountId = number & z.core.$brand<'AccountId'>

/** One account in one mode. The keys of a tenant's rows contain the account and the mode. */
export interface Tenant {
  account: AccountId
  mode: Mode
}

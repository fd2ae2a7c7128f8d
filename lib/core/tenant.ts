/** Whose data a request may touch. It comes from the authorizer's answer and from nowhere else. */

export const modes = ['Live', 'Test'] as const
export type Mode = (typeof modes)[number]

export const features = ['abandonedCarts', 'subscriptions', 'creditNotes'] as const
export type Feature = (typeof features)[number]

/** One store in one mode: the part of every key that keeps tenants apart. */
export interface Tenant {
  account: number
  mode: Mode
}

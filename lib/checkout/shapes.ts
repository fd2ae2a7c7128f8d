/** The event as the checkout sends it: what all of them have in common. */

import * as z from 'zod'
import { modes } from '../kit/tenant.ts'
import { choice, filled, startOfTime, whole } from '../kit/wire.ts'

export const CheckoutEvent = z.object({
  id: filled(100),
  eventName: filled(100),
  account: whole({ least: 1 }),
  mode: choice(modes),
  createdOn: startOfTime,
  content: z.record(z.string(), z.unknown()),
})
export type CheckoutEvent = z.output<typeof CheckoutEvent>

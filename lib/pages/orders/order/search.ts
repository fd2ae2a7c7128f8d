/** What the URL of an order contains beside its token: the dialog that is open. */

import * as z from 'zod/mini'

const dialogs = ['refund', 'capture', 'cancel', 'status', 'metadata'] as const
export type DialogName = (typeof dialogs)[number]

/** A value that is not valid is ignored, so that every URL opens. */
export const orderScreenSearch = z.object({
  dialog: z.catch(z.optional(z.enum(dialogs)), undefined),
  /** The withdrawal whose items are refunded. */
  withdrawal: z.optional(z.string()),
})

/** The address of a webhook, and the reply to its caller. */

import * as z from 'zod'
import { caseInsensitiveEnum, integer } from '../core/fields.ts'
import { modes } from '../core/tenant.ts'

/** Accepts any text, so that a wrong address gets the same reply as a wrong signature. */
export const GatewayWebhookPath = z.object({ account: z.string(), mode: z.string() })
export type GatewayWebhookPath = z.output<typeof GatewayWebhookPath>

export const GatewayWebhookTenant = z.object({
  account: integer({ min: 1 }).brand<'AccountId'>(),
  mode: caseInsensitiveEnum(modes),
})

export const GatewayWebhookReply = z.object({ received: z.literal(true) })
export type GatewayWebhookReply = z.output<typeof GatewayWebhookReply>

/** The names of the guides, which are static pages, and of the documents that are pages beside them. */

import * as z from 'zod'

/** One file in lib/docs/guides for each subject, in the order in which the pages list them. */
export const guides = [
  'on-your-machine',
  'stores-and-keys',
  'events',
  'products',
  'lists',
  'refunds-and-captures',
  'subscriptions',
  'stripe',
  'mails',
  'deploy',
  'operate',
  'cost',
] as const

/** Documents to which the guides link: what to do after an alarm, and how parts of the code work. */
export const documents = [
  'runbook',
  'how-events-are-applied',
  'how-lists-work',
  'how-payments-work',
  'how-rows-change',
] as const

export const GuideName = z.object({ guide: z.enum([...guides, ...documents]) })
export type GuideName = z.output<typeof GuideName>['guide']

/** The names of the guides and of other documents, all of which are served as static pages. */

import * as z from 'zod'

/** The names of the files in lib/docs/guides, in the order in which the pages list the guides. */
export const guides = [
  'on-your-machine',
  'stores-and-keys',
  'client',
  'moving-in',
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

export const PageParams = z.object({ guide: z.enum([...guides, ...documents]) })
export type PageName = z.output<typeof PageParams>['guide']

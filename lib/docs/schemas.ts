/** The names of the guides and other documents that the API serves as pages. */

import * as z from 'zod'

/** The names of the files in lib/docs/guides, in the order of the navigation. */
export const guides = [
  'on-your-machine',
  'stores-and-keys',
  'back-office',
  'client',
  'moving-in',
  'events',
  'products',
  'reports',
  'lists',
  'refunds-and-captures',
  'subscriptions',
  'stripe',
  'mails',
  'deploy',
  'operate',
  'cost',
] as const

/** The names of other documents to which the guides or the runbook link. */
export const otherGuides = [
  'runbook',
  'availability-plan',
  'how-events-are-applied',
  'how-lists-work',
  'how-payments-work',
  'how-rows-change',
] as const

export const GuideParams = z.object({ guide: z.enum([...guides, ...otherGuides]) })
export type GuideName = z.output<typeof GuideParams>['guide']

/** What the URL of Home contains. */

import * as z from 'zod/mini'

export const periods = ['today', 'week', 'month'] as const
export type Period = (typeof periods)[number]

const optional = <Schema extends z.ZodMiniType>(schema: Schema) => z.catch(z.optional(schema), undefined)

/** A value that is not valid is ignored, so that every URL opens. */
export const homeSearch = z.object({
  /** The period of the chart. */
  period: optional(z.enum(periods)),
  currency: z.optional(z.string()),
  /** The sales are shown as a table instead of a chart. */
  show: optional(z.enum(['table'])),
})
export type HomeSearch = z.output<typeof homeSearch>

export const defaultPeriod: Period = 'week'

/** What the URL of Home contains. */

import * as z from 'zod/mini'
import { optional, text } from '../app/url.ts'

export const periods = ['today', 'week', 'month'] as const
export type Period = (typeof periods)[number]

export const homeSearch = z.object({
  /** The period of the chart. */
  period: optional(z.enum(periods)),
  currency: text,
  /** The sales are shown as a table instead of a chart. */
  show: optional(z.enum(['table'])),
})
export type HomeSearch = z.output<typeof homeSearch>

export const defaultPeriod: Period = 'week'

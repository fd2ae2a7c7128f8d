/** The periods of the sales figures and of the sales chart, and the URL parameters of Home. */

import * as z from 'zod/mini'
import { ignoreInvalid, text } from '../app/url-parameters.ts'

export const periods = ['today', 'week', 'month'] as const
export type Period = (typeof periods)[number]

export const homeSearch = z.object({
  /** The period of the sales chart. */
  period: ignoreInvalid(z.enum(periods)),
  currency: text,
  /** `table` shows the sales as a table instead of a chart. */
  show: ignoreInvalid(z.enum(['table'])),
})
export type HomeSearch = z.output<typeof homeSearch>

export const defaultPeriod: Period = 'week'

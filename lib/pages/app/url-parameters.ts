/** Schemas for parameters in URLs. A parameter with an invalid value is ignored, so that every URL opens a screen. */

import * as z from 'zod/mini'

export const ignoreInvalid = <Schema extends z.ZodMiniType>(schema: Schema) => z.catch(z.optional(schema), undefined)

export const text = z.optional(z.string())

/** A positive whole number, such as the number of a page. */
export const positive = ignoreInvalid(z.coerce.number().check(z.int(), z.positive()))

export const day = ignoreInvalid(z.iso.date())

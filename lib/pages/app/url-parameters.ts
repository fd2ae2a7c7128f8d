/** Schemas for parameters in URLs. A parameter with an invalid value is ignored, so that every URL opens a screen. */

import * as z from 'zod/mini'

export const optional = <Schema extends z.ZodMiniType>(schema: Schema) => z.catch(z.optional(schema), undefined)

export const text = z.optional(z.string())

/** A whole number from 1, such as the number of a page. */
export const positive = optional(z.coerce.number().check(z.int(), z.positive()))

export const day = optional(z.iso.date())

const guid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Returns whether the text is a GUID. Lists use it to open an object whose id is typed into the search box. */
export const isGuid = (text: string) => guid.test(text)

/** Parts of the schemas of URLs. A value that is not valid is ignored, so that every URL opens. */

import * as z from 'zod/mini'

export const optional = <Schema extends z.ZodMiniType>(schema: Schema) => z.catch(z.optional(schema), undefined)

export const text = z.optional(z.string())

/** A number that counts from 1, such as that of a page. */
export const positive = optional(z.coerce.number().check(z.int(), z.positive()))

export const day = optional(z.iso.date())

const guid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** The text is the id of an object, which a search opens. */
export const isGuid = (text: string) => guid.test(text)

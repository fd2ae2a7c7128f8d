/** An option of a command: its shape, and what help says of it. */

import type * as z from 'zod'

/** One without a placeholder for its value is a flag. */
export const option = <S extends z.ZodType>(shape: S, value: string | null, purpose: string): S =>
  shape.meta({ description: purpose, ...(value && { title: value }) })

export const isFlag = (shape: z.ZodType) => shape.meta()?.title === undefined

/** Converts a stored discount to its representation in the API. */

import { projectToSchema } from '../core/project-to-schema.ts'
import { Discount } from './schemas.ts'

export const present = (row: object): Discount => projectToSchema(Discount, row)

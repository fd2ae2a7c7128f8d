/** Converts a stored discount to its representation in the API. */

import { project } from '../core/project.ts'
import { Discount } from './schemas.ts'

export const present = (row: object): Discount => project(Discount, row)

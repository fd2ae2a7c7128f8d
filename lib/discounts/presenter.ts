/** A stored discount in its public form. */

import { project } from '../core/fields.ts'
import { Discount } from './schemas.ts'

export const present = (row: object): Discount => project(Discount, row)

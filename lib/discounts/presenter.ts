/** A stored discount in its public form. */

import { project } from '../core/project.ts'
import { Discount } from './schemas.ts'

export const present = (row: object): Discount => project(Discount, row)

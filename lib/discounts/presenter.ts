/** Converts a stored discount to its representation in the API. */

import { projectWithDefaults } from '../core/project-with-defaults.ts'
import { Discount } from './schemas.ts'

export const present = (row: object): Discount => projectWithDefaults(Discount, row)

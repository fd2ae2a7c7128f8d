/** The custom fields of a product. */

import * as z from 'zod'
import { nullableText } from '../core/fields.ts'

export const CustomField = z
  .object({
    name: nullableText,
    type: nullableText,
    options: nullableText.describe(
      'Choices, separated by |. A choice may include what it adds to the price: Medium[+2.00].',
    ),
    required: z.boolean(),
    value: nullableText,
    operation: z.number().describe('What the current value adds to the price.'),
    optionsArray: z.array(z.string()).describe('The choices without their price adjustments.'),
  })
  .meta({ id: 'ProductCustomField' })

/** The custom fields of a product. */

import * as z from 'zod'

export const CustomField = z
  .object({
    name: z.string(),
    type: z.string(),
    options: z
      .string()
      .describe('Choices, separated by |. A choice may include what it adds to the price: Medium[+2.00].'),
    required: z.boolean(),
    value: z.string(),
    operation: z.number().describe('What the current value adds to the price.'),
    optionsArray: z.array(z.string()).describe('The choices without their price adjustments.'),
  })
  .meta({ id: 'ProductCustomField' })

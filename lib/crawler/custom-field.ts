/** The custom fields of a product on a page, such as the sizes that a buyer can choose from. */

import * as z from 'zod'
import { booleanOrFalse, optionalText, requiredText } from '../core/event-fields.ts'

export const line = optionalText.transform(text => text?.trim() || null)

const isChoice = (value: unknown) => typeof value !== 'object' || value === null

/** Text such as `S|M`, or an array of names. */
const choices = z.preprocess(
  value => (Array.isArray(value) && value.every(isChoice) ? value.filter(choice => choice !== null).join('|') : value),
  line,
)

/** `options` takes precedence over `optionsArray`, because only it has price adjustments. */
export const CustomField = z
  .object({
    name: requiredText(),
    type: line,
    options: choices,
    optionsArray: choices,
    required: booleanOrFalse,
    value: optionalText,
  })
  .transform(({ type, optionsArray, ...field }) => {
    const options = field.options ?? optionsArray
    return { ...field, options, type: type?.toLowerCase() ?? (options === null ? 'textbox' : 'dropdown') }
  })

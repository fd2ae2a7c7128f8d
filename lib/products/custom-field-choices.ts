/** Parses choices of a custom field and their additions to the price, such as `Small|Medium[+2.00]|Large[-1.50]`. */

import { roundMoney } from '../core/money.ts'

export interface Choice {
  name: string
  /** The amount that the choice adds to the price, or null. */
  adjustment: number | null
}

/** Parses the choices. Every text is valid: brackets that contain no amount are a part of the name. */
export function choicesIn(options: string | null): Choice[] {
  const choices = (options ?? '').split('|').map(parseChoice)
  return choices.filter(({ name }) => name !== '')
}

/** Parses a choice without a regular expression for the brackets, which would be slow on long texts. */
function parseChoice(choice: string): Choice {
  const text = choice.trim()
  const start = text.endsWith(']') ? text.lastIndexOf('[') : -1
  const adjustment = start < 0 ? null : parseAdjustment(text.slice(start + 1, -1).trim())
  return adjustment === null ? { name: text, adjustment } : { name: text.slice(0, start).trim(), adjustment }
}

const signedAmount = /^([+-]?)\s?(\d{1,9}(?:\.\d{0,6})?|\.\d{1,6})$/

function parseAdjustment(text: string): number | null {
  const [, sign, digits] = signedAmount.exec(text) ?? []
  return digits === undefined ? null : Number(`${sign}${digits}`) + 0
}

export const choiceNamesIn = (options: string | null) => choicesIn(options).map(({ name }) => name)

/** Returns the name of a choice without its price adjustment. */
export const choiceNameOf = (choice: string | null) => parseChoice(choice ?? '').name

interface Field {
  options: string | null
  value: string | null
}

/** Returns the amount that the selected choice of a field adds to the price, or 0. */
export function priceAdjustmentOf({ options, value }: Field, currency: string): number {
  const name = choiceNameOf(value)
  const choice = choicesIn(options).find(choice => choice.name === name)
  return roundMoney(choice?.adjustment ?? 0, currency)
}

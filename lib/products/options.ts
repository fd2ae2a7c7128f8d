/** The choices of a custom field, `Small|Medium[+2.00]|Large[-1.50]`, and what each adds to the price. */

import { roundMoney } from '../core/money.ts'

export interface Choice {
  name: string
  /** Null where the choice does not change the price. */
  adjustment: number | null
}

/** Any text is a list of choices: brackets that hold no amount are part of the name. */
export function choicesIn(options: string | null): Choice[] {
  const choices = (options ?? '').split('|').map(parseChoice)
  return choices.filter(({ name }) => name !== '')
}

/** By position instead of one pattern, which would be slow on long texts. */
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

/** The choices without their adjustments. */
export const namesIn = (options: string | null) => choicesIn(options).map(({ name }) => name)

/** The name of one choice, with or without an adjustment after it. */
export const bareName = (choice: string | null) => parseChoice(choice ?? '').name

interface Field {
  options: string | null
  value: string | null
}

/** What the current value of a field adds to a price in this currency. */
export function operationOf({ options, value }: Field, currency: string): number {
  const name = bareName(value)
  const choice = choicesIn(options).find(choice => choice.name === name)
  return roundMoney(choice?.adjustment ?? 0, currency)
}

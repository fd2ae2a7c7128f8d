/** The choices of a custom field, `Small|Medium[+2.00]|Large[-1.50]`, and what each adds to the price. */

import { roundToCents } from '../core/money.ts'

export interface Choice {
  name: string
  /** Null where the choice changes nothing. */
  adjustment: number | null
}

/** Any text is a list of choices: what is no adjustment is part of a name. */
export function choicesIn(options: string | null): Choice[] {
  const choices = (options ?? '').split('|').map(choiceIn)
  return choices.filter(({ name }) => name !== '')
}

/** By places and not by one pattern, which long texts would make slow. */
function choiceIn(written: string): Choice {
  const text = written.trim()
  const start = text.endsWith(']') ? text.lastIndexOf('[') : -1
  const adjustment = start < 0 ? null : adjustmentIn(text.slice(start + 1, -1).trim())
  return adjustment === null ? { name: text, adjustment } : { name: text.slice(0, start).trim(), adjustment }
}

const signed = /^([+-]?)\s?(\d{1,9}(?:\.\d{0,6})?|\.\d{1,6})$/

function adjustmentIn(text: string): number | null {
  const [, sign, digits] = signed.exec(text) ?? []
  return digits === undefined ? null : roundToCents(Number(`${sign}${digits}`))
}

/** The bare names. */
export const namesIn = (options: string | null) => choicesIn(options).map(({ name }) => name)

/** The name of a choice, whether or not its adjustment is written behind it. */
export const bareName = (choice: string | null) => choiceIn(choice ?? '').name

interface Field {
  options: string | null
  value: string | null
}

/** What the current value of a field adds to the price. */
export function operationOf({ options, value }: Field): number {
  const name = bareName(value)
  return choicesIn(options).find(choice => choice.name === name)?.adjustment ?? 0
}

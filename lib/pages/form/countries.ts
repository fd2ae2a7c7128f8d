/** All countries, with their codes and with their names in the user's language. */

import { useMemo } from 'react'
import { useLanguage } from '../session/language.ts'

export interface Country {
  value: string
  label: string
}

const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(65 + index))
const allCodes = letters.flatMap(first => letters.map(second => first + second))

/** These codes are not countries, but `Intl` has names for them. */
const others = new Set(['EU', 'EZ', 'UN', 'QO', 'XA', 'XB', 'ZZ'])

/** Returns whether the country still exists. `Intl` replaces the code of a former country with another code. */
const isCurrent = (code: string) => new Intl.Locale(`und-${code}`).region === code

function countriesIn(language: string): Country[] {
  const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })
  const named = allCodes.flatMap(code => {
    const label = others.has(code) || !isCurrent(code) ? undefined : names.of(code)
    return label ? [{ value: code, label }] : []
  })
  const { compare } = new Intl.Collator(language)
  return named.sort((one, other) => compare(one.label, other.label))
}

export function useCountries(): Country[] {
  const [language] = useLanguage()
  return useMemo(() => countriesIn(language), [language])
}

/**
 * The language of the pages. The choice in this browser comes first, then the account's language, then the browser's
 * language.
 */

import { useLocalStorage } from '@mantine/hooks'
import { useContext, useEffect } from 'react'
import { type Language, languages } from '../../core/tenant.ts'
import { SessionContext } from './client.ts'

export const languageNames: Record<Language, string> = { en: 'English', fr: 'Français', de: 'Deutsch', es: 'Español' }

const isLanguage = (text: string | undefined): text is Language => languages.some(language => language === text)

const browserLanguage = (): Language => navigator.languages.map(tag => tag.slice(0, 2)).find(isLanguage) ?? 'en'

export function useLanguage(): [Language, (language: string) => void] {
  const account = useContext(SessionContext)?.account
  const [chosen, choose] = useLocalStorage<string>({ key: 'language', getInitialValueInEffect: false })
  const language = isLanguage(chosen) ? chosen : (account?.language ?? browserLanguage())
  useEffect(() => {
    document.documentElement.lang = language
  }, [language])
  return [language, choose]
}

/** The type of the texts of one module. A text that is missing in one language is a type error. */
export type Texts<Dictionary> = Record<Language, Dictionary>

export const useTexts = <Dictionary>(texts: Texts<Dictionary>): Dictionary => texts[useLanguage()[0]]

/**
 * Returns the label of a value that the checkout has sent, or the value itself if it has no label. The value may be the
 * name of an object member, such as `constructor`.
 */
export const labelOf = (labels: Partial<Record<string, string>>, value: string, key = value): string =>
  (Object.hasOwn(labels, key) && labels[key]) || value

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

export const plural = (count: number, one: string, many: (count: number) => string) => (count === 1 ? one : many(count))

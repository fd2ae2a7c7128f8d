/** The texts, formats and currency with which shipping methods are written. */

import { useSession } from '../session/api.ts'
import { useFormats } from '../session/formats.ts'
import { useLanguage, useTexts } from '../session/language.ts'
import type { Context } from './summary.ts'
import { texts } from './texts.ts'

export function useContext(): Context {
  const text = useTexts(texts)
  const formats = useFormats()
  const [language] = useLanguage()
  const { currency } = useSession().account
  return { text, formats, language, currency }
}

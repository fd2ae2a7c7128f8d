/** The texts of the discount screens, by language. */

import type { Texts } from '../session/language.ts'
import { de } from './texts-de.ts'
import { type DiscountTexts, en, type Parts } from './texts-en.ts'
import { es } from './texts-es.ts'
import { fr } from './texts-fr.ts'

export type { DiscountTexts, Parts }

export const texts: Texts<DiscountTexts> = { en, fr, de, es }

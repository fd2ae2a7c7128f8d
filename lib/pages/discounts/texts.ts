/** The texts of discounts, in the words of a shop. */

import type { Texts } from '../session/language.ts'
import type { DiscountTexts } from './dictionary.ts'
import { de } from './texts-de.ts'
import { en } from './texts-en.ts'
import { es } from './texts-es.ts'
import { fr } from './texts-fr.ts'

export const texts: Texts<DiscountTexts> = { en, fr, de, es }

/** The texts of the product screens, by language. */

import type { Texts } from '../session/language.ts'
import { de } from './texts-de.ts'
import { en, type ProductTexts } from './texts-en.ts'
import { es } from './texts-es.ts'
import { fr } from './texts-fr.ts'

export type { ProductTexts }

export const texts: Texts<ProductTexts> = { en, fr, de, es }

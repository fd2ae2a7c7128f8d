/** The texts of the customer screens, by language. */

import type { Texts } from '../session/language.ts'
import { de } from './texts-de.ts'
import { type CustomerTexts, en } from './texts-en.ts'
import { es } from './texts-es.ts'
import { fr } from './texts-fr.ts'

export type { CustomerTexts }

export const texts: Texts<CustomerTexts> = { en, fr, de, es }

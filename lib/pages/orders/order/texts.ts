/** The texts of the order screen, by language. */

import type { Texts } from '../../session/language.ts'
import { de } from './texts-de.ts'
import { en, type OrderScreenTexts } from './texts-en.ts'
import { es } from './texts-es.ts'
import { fr } from './texts-fr.ts'

export const texts: Texts<OrderScreenTexts> = { en, fr, de, es }

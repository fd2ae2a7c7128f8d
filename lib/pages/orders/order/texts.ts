/** The texts of the screen of an order. */

import type { Texts } from '../../session/language.ts'
import { de } from './languages/de.ts'
import { en, type OrderScreenTexts } from './languages/en.ts'
import { es } from './languages/es.ts'
import { fr } from './languages/fr.ts'

export const texts: Texts<OrderScreenTexts> = { en, fr, de, es }

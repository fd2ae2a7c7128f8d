/** The texts of the subscription screens, by language. */

import type { Texts } from '../session/language.ts'
import { de } from './texts-de.ts'
import { en, type SubscriptionTexts } from './texts-en.ts'
import { es } from './texts-es.ts'
import { fr } from './texts-fr.ts'

export type { SubscriptionTexts }

export const texts: Texts<SubscriptionTexts> = { en, fr, de, es }

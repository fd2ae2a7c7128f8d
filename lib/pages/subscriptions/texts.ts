/** The texts of subscriptions. */

import type { Texts } from '../session/language.ts'
import type { SubscriptionTexts } from './dictionary.ts'
import { de } from './texts-de.ts'
import { en } from './texts-en.ts'
import { es } from './texts-es.ts'
import { fr } from './texts-fr.ts'

export const texts: Texts<SubscriptionTexts> = { en, fr, de, es }

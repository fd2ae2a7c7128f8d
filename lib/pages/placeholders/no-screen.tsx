/** The messages for a URL without a screen, and for a screen that the secret key may not read. */

import { texts as appTexts } from '../app/texts.ts'
import { useSession } from '../session/client.ts'
import { useTexts } from '../session/language.ts'
import { Message } from './message.tsx'
import { texts } from './texts.ts'

export function NoScreen() {
  const text = useTexts(texts)
  return <Message isScreen title={text.notFound} sentence={text.noScreen} />
}

interface ForbiddenProps {
  /** The message replaces the whole screen, so its title is the main heading. */
  isScreen?: boolean
}

/** No request to the API is needed for this message, because the scope of the key is loaded already. */
export function Forbidden({ isScreen = false }: ForbiddenProps) {
  const { forbidden } = useTexts(texts)
  const { scopes } = useTexts(appTexts)
  const { account } = useSession()
  return <Message isScreen={isScreen} role="alert" title={forbidden} sentence={scopes[account.scope]} />
}

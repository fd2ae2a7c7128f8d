/** What is shown for a URL that names no screen, or one that the key of the session does not allow. */

import { texts as appTexts } from '../app/texts.ts'
import { useSession } from '../session/api.ts'
import { useTexts } from '../session/language.ts'
import { Message } from './message.tsx'
import { texts } from './texts.ts'

export function NoScreen() {
  const text = useTexts(texts)
  return <Message isScreen title={text.notFound} sentence={text.noScreen} />
}

interface ForbiddenProps {
  /** The message is the whole screen, which has no other heading. */
  isScreen?: boolean
}

/** The API is not asked, because the scope of the key is known. */
export function Forbidden({ isScreen = false }: ForbiddenProps) {
  const { forbidden } = useTexts(texts)
  const { scopes } = useTexts(appTexts)
  const { account } = useSession()
  return <Message isScreen={isScreen} role="alert" title={forbidden} sentence={scopes[account.scope]} />
}

/** What is shown for a URL that names no screen. */

import { useTexts } from '../session/language.ts'
import { Message } from './message.tsx'
import { texts } from './texts.ts'

export function NoScreen() {
  const text = useTexts(texts)
  return <Message isScreen title={text.notFound} sentence={text.noScreen} />
}

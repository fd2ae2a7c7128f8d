/** A section of the order screen with the token, the dates, the language and the weight. */

import type { Order } from '../../../client/index.ts'
import { Facts } from '../../details/facts.tsx'
import { Section } from '../../details/section.tsx'
import { useFormats } from '../../session/formats.ts'
import { useTexts } from '../../session/language.ts'
import { texts } from './texts.ts'

export function Details({ order }: { order: Order }) {
  const text = useTexts(texts)
  const { dateTime, number } = useFormats()
  const { token, creationDate, modificationDate, lang, totalWeight } = order
  return (
    <Section title={text.details}>
      <Facts
        facts={[
          [text.token, token],
          [text.begun, dateTime(creationDate)],
          [text.changed, dateTime(modificationDate)],
          [text.language, lang],
          [text.weight, totalWeight > 0 ? text.grams(number(totalWeight)) : ''],
        ]}
      />
    </Section>
  )
}

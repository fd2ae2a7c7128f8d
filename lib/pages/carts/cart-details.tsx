/** A section of the cart screen with dates, language, campaign, weight, plans, custom fields, token and metadata. */

import { Code, Stack } from '@mantine/core'
import type { AbandonedCart } from '../../client/index.ts'
import { Facts } from '../details/facts.tsx'
import { Section } from '../details/section.tsx'
import { useFormats } from '../session/formats.ts'
import { useTexts } from '../session/language.ts'
import { texts } from './texts.ts'

const hasContent = (value: object | null) => value !== null && Object.keys(value).length > 0

export function CartDetails({ cart }: { cart: AbandonedCart }) {
  const text = useTexts(texts)
  const { dateTime, number } = useFormats()
  const { creationDate, modificationDate, lang, campaignId, token, totalWeight, customFields, plans } = cart
  return (
    <Section title={text.details}>
      <Stack>
        <Facts
          facts={[
            [text.created, dateTime(creationDate)],
            [text.columns.changed, dateTime(modificationDate)],
            [text.language, lang],
            [text.campaign, campaignId],
            [text.weight, totalWeight > 0 ? `${number(totalWeight)} g` : null],
            [text.plans, plans.length > 0 ? number(plans.length) : null],
            ...customFields.map(({ name, value }) => [name, value] as const),
            [text.token, <Code key="token">{token}</Code>],
          ]}
        />
        {hasContent(cart.metadata) && (
          <Code block tabIndex={0} aria-label={text.metadata}>
            {JSON.stringify(cart.metadata, null, 2)}
          </Code>
        )}
      </Stack>
    </Section>
  )
}

/** Sections of the order screen with the customer, the addresses, and what the buyer wrote. */

import { Stack, Text } from '@mantine/core'
import type { Order } from '../../../client/index.ts'
import { TextLink } from '../../app/links.tsx'
import { AddressLines } from '../../details/address.tsx'
import { Facts } from '../../details/facts.tsx'
import { Section } from '../../details/section.tsx'
import { useSession } from '../../session/client.ts'
import { useTexts } from '../../session/language.ts'
import { customerNameOf } from '../columns.tsx'
import { texts } from './texts.ts'

interface OrderProps {
  order: Order
}

export function Customer({ order }: OrderProps) {
  const text = useTexts(texts)
  /** A secret key with the scope `orders` cannot read customers. */
  const canRead = useSession().account.scope !== 'orders'
  const { userId, email } = order
  const name = customerNameOf(order) || text.unnamed
  return (
    <Section title={text.customer}>
      <Stack gap={4} className="breakable">
        {userId && canRead ? (
          <TextLink to="/customers/$id" params={{ id: userId }} fw={600}>
            {name}
          </TextLink>
        ) : (
          <Text size="sm" fw={600}>
            {name}
          </Text>
        )}
        {email && <Text size="sm">{email}</Text>}
      </Stack>
    </Section>
  )
}

export function Addresses({ order }: OrderProps) {
  const text = useTexts(texts)
  const { shippingAddress, billingAddress, shippingAddressSameAsBilling } = order
  const isSame = shippingAddressSameAsBilling || JSON.stringify(shippingAddress) === JSON.stringify(billingAddress)
  return (
    <>
      <Section title={isSame ? text.address : text.shippingAddress}>
        <AddressLines address={isSame ? billingAddress : shippingAddress} none="–" />
      </Section>
      {!isSame && (
        <Section title={text.billingAddress}>
          <AddressLines address={billingAddress} none="–" />
        </Section>
      )}
    </>
  )
}

/** Shows the notes and custom fields that the buyer filled in at the checkout. */
export function Notes({ order: { notes, customFields } }: OrderProps) {
  const text = useTexts(texts)
  const filled = customFields.filter(({ value }) => value !== '')
  if (!notes && filled.length === 0) return null
  return (
    <Section title={text.notes}>
      <Stack gap="xs">
        {notes && (
          <Text size="sm" className="breakable pre-line">
            {notes}
          </Text>
        )}
        {filled.length > 0 && <Facts facts={filled.map(({ name, value }) => [name, value])} />}
      </Stack>
    </Section>
  )
}

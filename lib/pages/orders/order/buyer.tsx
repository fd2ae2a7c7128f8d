/** The customer, the addresses, and what the buyer has written. */

import { Stack, Text } from '@mantine/core'
import type { Address, Order } from '../../../client/index.ts'
import { TextLink } from '../../app/links.tsx'
import { Facts } from '../../details/facts.tsx'
import { Section } from '../../details/section.tsx'
import { useSession } from '../../session/api.ts'
import { type Formats, useFormats } from '../../session/formats.ts'
import { useTexts } from '../../session/language.ts'
import { customerOf } from '../columns.tsx'
import { texts } from './texts.ts'

interface OrderProps {
  order: Order
}

export function Customer({ order }: OrderProps) {
  const text = useTexts(texts)
  /** Keys for orders only cannot read customers. */
  const canRead = useSession().account.scope !== 'orders'
  const { userId, email } = order
  const name = customerOf(order) || text.unnamed
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

const linesOf = (address: Address, { country }: Formats): string[] =>
  [
    address.fullName || `${address.firstName ?? ''} ${address.name ?? ''}`.trim(),
    address.company,
    address.address1,
    address.address2,
    `${address.postalCode ?? ''} ${address.city ?? ''}`.trim(),
    address.province,
    country(address.country ?? ''),
    address.phone,
    address.vatNumber,
  ]
    .filter(line => line !== null)
    .filter(line => line !== '')

function AddressLines({ address }: { address: Address }) {
  const formats = useFormats()
  return (
    <Text component="address" size="sm" fs="normal" className="breakable pre-line">
      {linesOf(address, formats).join('\n') || '–'}
    </Text>
  )
}

export function Addresses({ order }: OrderProps) {
  const text = useTexts(texts)
  const { shippingAddress, billingAddress, shippingAddressSameAsBilling } = order
  const isSame = shippingAddressSameAsBilling || JSON.stringify(shippingAddress) === JSON.stringify(billingAddress)
  return (
    <>
      <Section title={isSame ? text.address : text.shippingAddress}>
        <AddressLines address={isSame ? billingAddress : shippingAddress} />
      </Section>
      {!isSame && (
        <Section title={text.billingAddress}>
          <AddressLines address={billingAddress} />
        </Section>
      )}
    </>
  )
}

/** Shows what the buyer wrote in the checkout. */
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

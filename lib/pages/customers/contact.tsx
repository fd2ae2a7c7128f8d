/** How a customer is reached, and what has been ordered in all. */

import { Anchor, Text } from '@mantine/core'
import type { Address, Customer } from '../../client/index.ts'
import { type Fact, Facts } from '../details/facts.tsx'
import { Section } from '../details/section.tsx'
import { useSession } from '../session/api.ts'
import { type Formats, useFormats } from '../session/formats.ts'
import { useTexts } from '../session/language.ts'
import { texts } from './texts.ts'

export function Contact({ customer }: { customer: Customer }) {
  const { contact } = useTexts(texts)
  const { date, number, amount } = useFormats()
  const { currency } = useSession().account
  const { email, creationDate, statistics } = customer
  const facts: Fact[] = [
    [
      contact.email,
      <Anchor key="email" href={`mailto:${encodeURIComponent(email)}`} size="sm" className="breakable">
        {email}
      </Anchor>,
    ],
    [contact.created, date(creationDate)],
    [contact.orders, number(statistics.ordersCount)],
    [contact.amount(currency), amount(statistics.ordersAmount, currency)],
    [contact.subscriptions, number(statistics.subscriptionsCount)],
  ]
  return (
    <Section title={contact.title}>
      <Facts facts={facts} />
    </Section>
  )
}

interface AddressSectionProps {
  kind: 'billing' | 'shipping'
  address: Address
  /** The address is shown above already. */
  isSame?: boolean
}

export function AddressSection({ kind, address, isSame }: AddressSectionProps) {
  const text = useTexts(texts)
  const formats = useFormats()
  const lines = linesOf(address, formats)
  const isEmpty = lines.length === 0
  return (
    <Section title={text.address[kind]}>
      {isEmpty && (
        <Text size="sm" c="dimmed">
          {text.address.none}
        </Text>
      )}
      {isSame && !isEmpty && (
        <Text size="sm" c="dimmed">
          {text.address.same}
        </Text>
      )}
      {!isSame &&
        lines.map(line => (
          <Text key={line} size="sm">
            {line}
          </Text>
        ))}
    </Section>
  )
}

function linesOf(address: Address, { country }: Formats): string[] {
  const { fullName, company, address1, address2, postalCode, city, province, phone, vatNumber } = address
  const place = [postalCode, city, province && `(${province})`].filter(Boolean).join(' ')
  const lines = [fullName, company, address1, address2, place, country(address.country ?? ''), phone, vatNumber]
  return [...new Set(lines.filter(line => line !== null).filter(Boolean))]
}

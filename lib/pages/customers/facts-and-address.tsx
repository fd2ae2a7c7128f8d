/** Sections of the customer screen with the contact data, the totals of all orders, and an address. */

import { Anchor, Text } from '@mantine/core'
import type { Address, Customer } from '../../client/index.ts'
import { AddressLines } from '../details/address.tsx'
import { type Fact, Facts } from '../details/facts.tsx'
import { Section } from '../details/section.tsx'
import { useSession } from '../session/client.ts'
import { useFormats } from '../session/formats.ts'
import { useTexts } from '../session/language.ts'
import { texts } from './texts.ts'

export function CustomerFacts({ customer }: { customer: Customer }) {
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
  /**
   * The shipping address is the same as the billing address, so the section shows a sentence instead of the address.
   */
  isSame?: boolean
}

export function AddressSection({ kind, address, isSame }: AddressSectionProps) {
  const text = useTexts(texts)
  const hint = (sentence: string) => (
    <Text size="sm" c="dimmed">
      {sentence}
    </Text>
  )
  return (
    <Section title={text.address[kind]}>
      {isSame ? hint(text.address.same) : <AddressLines address={address} none={hint(text.address.none)} />}
    </Section>
  )
}

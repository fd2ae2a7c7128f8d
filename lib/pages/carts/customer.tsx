/** The customer of a cart, with the addresses that were entered so far. */

import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { AbandonedCart, Address } from '../../client/index.ts'
import { TextLink } from '../app/links.tsx'
import { Facts } from '../details/facts.tsx'
import { Section } from '../details/section.tsx'
import { useSession } from '../session/api.ts'
import { useFormats } from '../session/formats.ts'
import { useTexts } from '../session/language.ts'
import { texts } from './texts.ts'

interface CartProps {
  cart: AbandonedCart
}

/** A cart has no customer id, so the customer is found by the e-mail address. */
function CustomerLink({ email }: { email: string }) {
  const text = useTexts(texts)
  const { api } = useSession()
  const { data } = useQuery({
    queryKey: ['customers', 'list', { email }],
    queryFn: () => api.customers.list({ email, limit: 1 }),
    enabled: email !== '',
  })
  const customer = data?.items[0]
  if (customer)
    return (
      <TextLink to="/customers/$id" params={{ id: customer.id }}>
        {text.openCustomer}
      </TextLink>
    )
  return data ? (
    <Text size="xs" c="dimmed">
      {text.noCustomer}
    </Text>
  ) : null
}

function linesOf(address: Address, country: (code: string) => string): string[] {
  const { fullName, company, fullAddress, postalCode, city, province } = address
  const place = [postalCode, city].filter(Boolean).join(' ')
  const lines = [fullName, company, fullAddress, place, province, country(address.country ?? '')]
  return lines.flatMap(line => line || [])
}

function AddressLines({ address }: { address: Address }) {
  const text = useTexts(texts)
  const { country } = useFormats()
  const lines = linesOf(address, country)
  return lines.length === 0 ? text.notGiven : lines.map(line => <div key={line}>{line}</div>)
}

/** A long address is broken, because the column is narrow. */
const Email = ({ email }: { email: string }) => (
  <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
    {email}
  </Text>
)

export function Customer({ cart }: CartProps) {
  const text = useTexts(texts)
  const { email, billingAddress, shippingAddress, shipToBillingAddress } = cart
  return (
    <Section title={text.customer}>
      <Stack gap="sm">
        <Facts
          facts={[
            [text.email, <Email key="email" email={email || text.notGiven} />],
            [text.phone, billingAddress.phone || shippingAddress.phone],
            [text.billing, <AddressLines key="billing" address={billingAddress} />],
            [
              text.shipping,
              shipToBillingAddress ? text.same : <AddressLines key="shipping" address={shippingAddress} />,
            ],
          ]}
        />
        <CustomerLink email={email} />
      </Stack>
    </Section>
  )
}

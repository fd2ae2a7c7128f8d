/** The customer of a cart, with the addresses that were entered in the checkout so far. */

import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { AbandonedCart } from '../../client/index.ts'
import { TextLink } from '../app/links.tsx'
import { AddressLines } from '../details/address.tsx'
import { Facts } from '../details/facts.tsx'
import { Section } from '../details/section.tsx'
import { useSession } from '../session/client.ts'
import { useTexts } from '../session/language.ts'
import { texts } from './texts.ts'

interface CartProps {
  cart: AbandonedCart
}

/** Links to the customer, who is found by e-mail address because a cart has no customer id. */
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

export function Customer({ cart }: CartProps) {
  const text = useTexts(texts)
  const { email, billingAddress, shippingAddress, shipToBillingAddress } = cart
  return (
    <Section title={text.customer}>
      <Stack gap="sm">
        <Facts
          isStacked
          facts={[
            [text.email, email || text.notGiven],
            [text.billing, <AddressLines key="billing" address={billingAddress} none={text.notGiven} />],
            [
              text.shipping,
              shipToBillingAddress ? (
                text.same
              ) : (
                <AddressLines key="shipping" address={shippingAddress} none={text.notGiven} />
              ),
            ],
          ]}
        />
        <CustomerLink email={email} />
      </Stack>
    </Section>
  )
}

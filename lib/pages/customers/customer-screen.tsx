/** The screen of one customer: contact data, orders, amounts spent, subscriptions and open carts. */

import { Button, Grid, Group, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { Customer } from '../../client/index.ts'
import { TextLink } from '../app/links.tsx'
import { ScreenWithTitle } from '../app/screen-with-title.tsx'
import { useUrlDialog } from '../change/use-url-dialog.ts'
import { ObjectScreen } from '../details/object-screen.tsx'
import { useSession } from '../session/client.ts'
import { useTexts } from '../session/language.ts'
import { StatusBadge } from './badges.tsx'
import { Carts } from './carts.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { EditDialog } from './edit-dialog.tsx'
import { ExportButtonAndEraseCommandLine } from './export-button-and-erase-command-line.tsx'
import { AddressSection, CustomerFacts } from './facts-and-address.tsx'
import { OrdersAndSpending } from './orders-and-spending.tsx'
import { customerQuery, nameOf } from './queries.ts'
import { Subscriptions } from './subscriptions.tsx'
import { texts } from './texts.ts'

const route = getRouteApi('/customers/$id')

export function CustomerScreen() {
  const text = useTexts(texts)
  const { api } = useSession()
  const { id } = route.useParams()
  const query = useQuery(customerQuery(api, id))
  return (
    <ObjectScreen back={<TextLink to="/customers">{text.back}</TextLink>} query={query}>
      {customer => <Details key={id} customer={customer} />}
    </ObjectScreen>
  )
}

interface DetailsProps {
  customer: Customer
}

function Details({ customer }: DetailsProps) {
  const { status, billingAddress, shippingAddress, shippingAddressSameAsBilling } = customer
  const { features } = useSession().account
  return (
    <ScreenWithTitle title={nameOf(customer) || customer.email} aside={<Actions customer={customer} />}>
      <Stack>
        <Group>
          <StatusBadge status={status} />
        </Group>
        <Grid>
          <Grid.Col span={{ base: 12, md: 5 }}>
            <CustomerFacts customer={customer} />
          </Grid.Col>
          <Grid.Col span={{ base: 12, xs: 6, md: 4 }}>
            <AddressSection kind="billing" address={billingAddress} />
          </Grid.Col>
          <Grid.Col span={{ base: 12, xs: 6, md: 3 }}>
            <AddressSection kind="shipping" address={shippingAddress} isSame={shippingAddressSameAsBilling} />
          </Grid.Col>
        </Grid>
        <OrdersAndSpending customer={customer} />
        {features.includes('subscriptions') && <Subscriptions customer={customer} />}
        {features.includes('abandonedCarts') && <Carts customer={customer} />}
        <ExportButtonAndEraseCommandLine customer={customer} />
      </Stack>
    </ScreenWithTitle>
  )
}

type DialogName = 'edit' | 'delete'

function Actions({ customer }: DetailsProps) {
  const { edit, remove } = useTexts(texts)
  const { canChange } = useSession()
  const { dialog } = route.useSearch()
  const { open, close } = useUrlDialog<DialogName>()
  if (!canChange) return null
  return (
    <Group gap="xs">
      <Button variant="default" onClick={() => open('edit')}>
        {edit.action}
      </Button>
      <Button variant="outline" color="red" onClick={() => open('delete')}>
        {remove.action}
      </Button>
      <EditDialog customer={customer} isOpen={dialog === 'edit'} onClose={() => close('edit')} />
      <DeleteDialog customer={customer} isOpen={dialog === 'delete'} onClose={() => close('delete')} />
    </Group>
  )
}

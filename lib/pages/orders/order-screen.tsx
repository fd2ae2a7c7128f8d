/** One order. */

import { Anchor, Button, Card, DataList, Group, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { createLazyRoute, getRouteApi, Link } from '@tanstack/react-router'
import type { Order, OrderChange } from '../../client/index.ts'
import { Screen } from '../app/screen.tsx'
import { useChange } from '../change/use-change.tsx'
import { Loaded } from '../faces/loaded.tsx'
import { useSession } from '../session/api.ts'
import { useFormats } from '../session/formats.ts'
import { useTexts } from '../session/language.ts'
import { Flags, PaymentStatus, Status } from './badges.tsx'
import { orderQuery } from './search.ts'
import { texts } from './texts.ts'

export const orderRoute = createLazyRoute('/orders/$token')({ component: OrderScreen })

const route = getRouteApi('/orders/$token')

function OrderScreen() {
  const text = useTexts(texts)
  const { api } = useSession()
  const { token } = route.useParams()
  const query = useQuery(orderQuery(api, token))
  return (
    <Stack>
      <Anchor component={Link} to="/orders" size="sm">
        {text.back}
      </Anchor>
      <Loaded query={query} isScreen>
        {order => <OrderDetails order={order} />}
      </Loaded>
    </Stack>
  )
}

function OrderDetails({ order }: { order: Order }) {
  const text = useTexts(texts)
  return (
    <Screen title={text.order(order.invoiceNumber || order.token.slice(0, 8))} aside={<ShipButton order={order} />}>
      <Group gap="xs" mb="md">
        <Status order={order} />
        <PaymentStatus order={order} />
        <Flags order={order} />
      </Group>
      <Card withBorder>
        <Facts order={order} />
      </Card>
    </Screen>
  )
}

function Facts({ order }: { order: Order }) {
  const { columns } = useTexts(texts)
  const { amount, dateTime } = useFormats()
  const facts = [
    [columns.date, dateTime(order.creationDate)],
    [columns.customer, order.billingAddress.fullName || order.email],
    [columns.email, order.email],
    [columns.total, amount(order.finalGrandTotal, order.currency)],
    [columns.tracking, order.trackingNumber || '–'],
  ]
  return (
    <DataList>
      {facts.map(([label, value]) => (
        <DataList.Item key={label}>
          <DataList.ItemLabel>{label}</DataList.ItemLabel>
          <DataList.ItemValue>{value}</DataList.ItemValue>
        </DataList.Item>
      ))}
    </DataList>
  )
}

function useShip(order: Order) {
  const text = useTexts(texts)
  const { api } = useSession()
  const { token } = order
  return useChange({
    query: orderQuery(api, token),
    send: (change: OrderChange, options) => api.orders.update({ token, ...change }, options),
    predict: (shown: Order, { status }) => ({ ...shown, status }),
    accept: changed => changed,
    undo: ({ status }) => ({ status }),
    done: text.shipped,
    labels: { status: text.columns.status, trackingNumber: text.columns.tracking },
    affected: [['orders', 'list']],
  })
}

/** An order can be set back to its status before, so the button does not ask. */
function ShipButton({ order }: { order: Order }) {
  const text = useTexts(texts)
  const { canChange } = useSession()
  const { run, isPending } = useShip(order)
  if (!canChange || order.status !== 'Processed') return null
  return (
    <Button loading={isPending} onClick={() => run({ status: 'Shipped' })}>
      {text.ship}
    </Button>
  )
}

/** The screen of one order. */

import { Grid, Group, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { Order } from '../../client/index.ts'
import { TextLink } from '../app/links.tsx'
import { ScreenWithTitle } from '../app/screen-with-title.tsx'
import { Hint } from '../details/hint.tsx'
import { ObjectScreen } from '../details/object-screen.tsx'
import { useSession } from '../session/client.ts'
import { useFormats } from '../session/formats.ts'
import { useTexts } from '../session/language.ts'
import { Flags, PaymentStatus, Status } from './badges.tsx'
import { orderNumberOf } from './columns.tsx'
import { Actions } from './order/actions.tsx'
import { Addresses, Customer, Notes } from './order/buyer.tsx'
import { CancelWithoutRefundDialog } from './order/cancel-without-refund-dialog.tsx'
import { CaptureDialog } from './order/capture-dialog.tsx'
import { Details } from './order/details.tsx'
import { Downloads } from './order/downloads.tsx'
import { OrderItems } from './order/items.tsx'
import { MetadataSection } from './order/metadata.tsx'
import './order/order.css'
import { Payment } from './order/payment.tsx'
import { RefundProgress } from './order/refund/progress.tsx'
import { RefundDialog } from './order/refund/refund-dialog.tsx'
import { useRefund } from './order/refund/use-refund.ts'
import { Shipping } from './order/shipping.tsx'
import { StatusDialog } from './order/status-dialog.tsx'
import { Subscription } from './order/subscription.tsx'
import { PendingWithdrawalsNotice, Withdrawals } from './order/withdrawals.tsx'
import { orderQuery } from './queries.ts'
import { texts } from './texts.ts'

const route = getRouteApi('/orders/$token')

export function OrderScreen() {
  const text = useTexts(texts)
  const { api } = useSession()
  const { token } = route.useParams()
  const query = useQuery(orderQuery(api, token))
  return (
    <ObjectScreen back={<TextLink to="/orders">{text.back}</TextLink>} query={query}>
      {order => <OrderDetails key={order.token} order={order} />}
    </ObjectScreen>
  )
}

interface OrderProps {
  order: Order
}

function OrderDetails({ order }: OrderProps) {
  const text = useTexts(texts)
  const { dateTime } = useFormats()
  const refund = useRefund(order)
  return (
    <ScreenWithTitle
      title={text.order(orderNumberOf(order))}
      aside={<Actions order={order} isRefunding={refund.isRunning} />}
    >
      <Stack>
        <Group gap="xs">
          <Hint>{dateTime(order.completionDate)}</Hint>
          <Status order={order} />
          <PaymentStatus order={order} />
          <Flags order={order} />
        </Group>
        <RefundProgress order={order} refund={refund} />
        <PendingWithdrawalsNotice order={order} />
        <Sections order={order} />
      </Stack>
      <RefundDialog order={order} refund={refund} />
      <CaptureDialog order={order} />
      <StatusDialog order={order} />
      <CancelWithoutRefundDialog order={order} />
    </ScreenWithTitle>
  )
}

const Sections = ({ order }: OrderProps) => (
  <Grid gap="md">
    <Grid.Col span={{ base: 12, md: 8 }}>
      <Stack>
        <OrderItems order={order} />
        <Shipping order={order} />
        <Payment order={order} />
        <Withdrawals order={order} />
        <Downloads order={order} />
      </Stack>
    </Grid.Col>
    <Grid.Col span={{ base: 12, md: 4 }}>
      <Stack>
        <Customer order={order} />
        <Addresses order={order} />
        <Notes order={order} />
        <Subscription order={order} />
        <Details order={order} />
        <MetadataSection order={order} />
      </Stack>
    </Grid.Col>
  </Grid>
)

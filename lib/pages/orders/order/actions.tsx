/** The buttons beside the heading of an order: capture, refund, and a menu of other actions, such as printing. */

import { Button, Group, Menu } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import type { Order } from '../../../client/index.ts'
import { useSession } from '../../session/client.ts'
import { useFormats } from '../../session/formats.ts'
import { useTexts } from '../../session/language.ts'
import type { DialogName } from '../queries.ts'
import { canCancel } from './cancel-without-refund-dialog.tsx'
import { useOrderDialog } from './order-dialog.tsx'
import { canCapture, canRefund } from './payment-state.ts'
import { texts } from './texts.ts'

interface OrderProps {
  order: Order
}

interface ActionsProps extends OrderProps {
  /** A refund was sent, and the API has not accepted or refused it yet. */
  isRefunding: boolean
}

export const Actions = ({ order, isRefunding }: ActionsProps) => (
  <Group gap="xs">
    <PaymentButtons order={order} isRefunding={isRefunding} />
    <MoreMenu order={order} />
  </Group>
)

function PaymentButtons({ order, isRefunding }: ActionsProps) {
  const text = useTexts(texts)
  const { canChange } = useSession()
  const { amount } = useFormats()
  const { open } = useOrderDialog()
  if (!canChange) return null
  return (
    <>
      {canCapture(order) && (
        <Button onClick={() => open('capture')}>{text.capture(amount(order.finalGrandTotal, order.currency))}</Button>
      )}
      {canRefund(order) && (
        <Button variant="default" disabled={isRefunding} onClick={() => open('refund')}>
          {text.refund}
        </Button>
      )}
    </>
  )
}

function MoreMenu({ order }: OrderProps) {
  const text = useTexts(texts)
  const { canChange } = useSession()
  const { open } = useOrderDialog()
  const button = useRef<HTMLButtonElement>(null)
  /** A dialog returns the focus to the element that had it, and the items of the menu are removed. */
  const openFromMenu = (name: DialogName) => {
    button.current?.focus()
    open(name)
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" ref={button}>
          {text.more}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} to={`/orders/${order.token}/packing-slip`}>
          {text.packingSlip}
        </Menu.Item>
        <Menu.Item component={Link} to={`/orders/${order.token}/invoice`}>
          {text.invoice}
        </Menu.Item>
        {canChange && (
          <>
            <Menu.Divider />
            <Menu.Item onClick={() => openFromMenu('status')}>{text.changeStatus}</Menu.Item>
            {canCancel(order) && (
              <Menu.Item color="red" onClick={() => openFromMenu('cancel')}>
                {text.cancel}
              </Menu.Item>
            )}
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

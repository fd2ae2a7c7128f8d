/** What the demo store's checkout reports of orders after they were completed. */

import { euros, type Line, unitCents } from './basket.ts'
import { chanceOf, guidOf } from './chance.ts'
import { type DemoEvent, eventAt } from './event.ts'
import { type DemoOrder, orders, reported } from './orders.ts'
import { day, hour, iso, today } from './time.ts'

const kind = 3
const chanceFor = ({ number }: DemoOrder) => chanceOf(kind, number)

/** Only goods can be sent. */
const isSent = ({ lines }: DemoOrder) => lines.some(({ product }) => product.file === null)

function statusChanges(order: DemoOrder): DemoEvent[] {
  const { token, time, fate } = order
  if (time < today - reported) return []
  const changes = fate.later.filter(([, { status }]) => isSent(order) || status !== 'Shipped')
  return changes.map(([days, change]) =>
    eventAt(time + days * day + hour, 'order.status.changed', { token, ...change }),
  )
}

const returned = (line: Line) => ({
  ...{ itemUniqueId: line.uniqueId, itemName: line.product.name, quantity: line.quantity },
  unitPrice: euros(unitCents(line)),
  totalPrice: euros(unitCents(line) * line.quantity),
})

/** Of what was delivered, the first of the goods goes back; what was sent lately still waits for an answer. */
function withdrawals(order: DemoOrder): DemoEvent[] {
  const { token, time, lines, fate } = order
  const chance = chanceFor(order)
  const [line] = lines.filter(({ product }) => product.file === null)
  const isDelivered = fate.later.some(([, { status }]) => status === 'Delivered')
  const isRecent = time > today - 45 * day
  if (!line || !isDelivered || !chance.oneIn(isRecent ? 3 : 14)) return []
  const [id, at] = [guidOf('withdrawal', token), time + (5 + chance.below(6)) * day]
  return [
    created(order, line, id, at),
    resolved(order, id, at + ((isRecent ? 20 : 2) + chance.below(9)) * day),
  ]
}

function created(
  { token, invoiceNumber, buyer, lines }: DemoOrder,
  line: Line,
  id: string,
  at: number,
): DemoEvent {
  const item = returned(line)
  return eventAt(at, 'order.withdrawal.created', {
    ...{ id, orderToken: token, orderInvoiceNumber: invoiceNumber, customerName: buyer.address.fullName },
    ...{ requestedAt: iso(at), isPartial: lines.length > 1, isOutsideWithdrawalPeriod: false },
    ...{ refundAmount: item.totalPrice, resolution: 'Pending', items: [item] },
    confirmationNumber: `WD-${iso(at).slice(0, 10).replaceAll('-', '')}-${id.slice(0, 8).toUpperCase()}`,
  })
}

const resolved = (order: DemoOrder, id: string, at: number): DemoEvent =>
  eventAt(at, 'order.withdrawal.resolved', {
    ...{ id, orderToken: order.token, resolvedAt: iso(at) },
    resolution: order.number % 4 === 0 ? 'Refused' : 'Accepted',
  })

function downloads(order: DemoOrder): DemoEvent[] {
  const { token, time, lines } = order
  const chance = chanceFor(order)
  const files = lines.flatMap(({ product }) => product.file ?? [])
  return files.flatMap(fileGuid =>
    Array.from({ length: chance.below(4) }, (_, times) =>
      eventAt(time + times * day + chance.below(hour), 'order.digital.downloaded', {
        orderToken: token,
        fileGuid,
      }),
    ),
  )
}

/** As far as it has happened yet. */
export const aftermath: DemoEvent[] = orders
  .flatMap(order => [...statusChanges(order), ...withdrawals(order), ...downloads(order)])
  .filter(({ createdOn }) => createdOn <= iso(today))

/** What the demo store's checkout reports of orders after they were completed. */

import { euros, hasGoods, type Line, lineCents, mostDownloads, unitCents } from './basket.ts'
import { chanceOf, guidOf } from './chance.ts'
import { type DemoEvent, eventAt } from './event.ts'
import { isBilled } from './fates.ts'
import { invoiceNumberOf } from './invoices.ts'
import { basketOf, type DemoOrder, endOf, happened, isOld, orders } from './orders.ts'
import { day, hour, iso, today } from './time.ts'
import { paidFor, totalsOf } from './totals.ts'

const kind = 3
const chanceFor = ({ number }: DemoOrder) => chanceOf(kind, number)

function statusChanges(order: DemoOrder): DemoEvent[] {
  const { token, lines } = order
  if (isOld(order)) return []
  const changes = happened(order).filter(({ change: { status } }) => hasGoods(lines) || status !== 'Shipped')
  return changes.map(({ at, change }) => eventAt(at, 'order.status.changed', { token, ...change }))
}

const returned = (line: Line) => ({
  ...{ itemUniqueId: line.uniqueId, itemName: line.product.name, quantity: line.quantity },
  unitPrice: euros(unitCents(line)),
  totalPrice: euros(lineCents(line)),
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

/** Whoever sends back everything gets back everything, shipping included. */
function refundOf(order: DemoOrder, line: Line): number {
  const basket = basketOf(order)
  return order.lines.length > 1 ? euros(paidFor(lineCents(line), basket)) : totalsOf(basket).total
}

function created(order: DemoOrder, line: Line, id: string, at: number): DemoEvent {
  const { token, buyer, lines } = order
  return eventAt(at, 'order.withdrawal.created', {
    ...{ id, orderToken: token, orderInvoiceNumber: invoiceNumberOf(order) },
    ...{ customerName: buyer.address.fullName, requestedAt: iso(at) },
    ...{ isPartial: lines.length > 1, isOutsideWithdrawalPeriod: false },
    ...{ refundAmount: refundOf(order, line), resolution: 'Pending', items: [returned(line)] },
    confirmationNumber: `WD-${iso(at).slice(0, 10).replaceAll('-', '')}-${id.slice(0, 8).toUpperCase()}`,
  })
}

const resolved = (order: DemoOrder, id: string, at: number): DemoEvent =>
  eventAt(at, 'order.withdrawal.resolved', {
    ...{ id, orderToken: order.token, resolvedAt: iso(at) },
    resolution: order.number % 4 === 0 ? 'Refused' : 'Accepted',
  })

/** What was not paid for cannot be fetched; one in five fetches a file as often as allowed. */
function downloads(order: DemoOrder): DemoEvent[] {
  const { token, time, lines } = order
  if (!isBilled(endOf(order))) return []
  const chance = chanceFor(order)
  const files = lines.flatMap(({ product }) => product.file ?? [])
  return files.flatMap(fileGuid =>
    Array.from({ length: chance.oneIn(5) ? mostDownloads : chance.below(4) }, (_, times) =>
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

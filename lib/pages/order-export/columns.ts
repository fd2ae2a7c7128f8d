/** The columns of the CSV file of orders, with a function that reads each cell from an order. */

import type { Order } from '../../client/index.ts'
import type { ExportTexts } from './texts.ts'

export interface CsvFormat {
  /** The decimal separator of the user's locale, which spreadsheets expect. */
  decimalSeparator: '.' | ','
  timeZone: string
  text: ExportTexts
}

export type ColumnName = keyof ExportTexts['columns']

type Columns<Name extends ColumnName = ColumnName> = Record<Name, (order: Order) => string>

/**
 * Returns a function that formats times like `2026-03-01 14:05:00`. Spreadsheets recognize this Swedish format as a
 * date.
 */
function dateFormat({ timeZone }: CsvFormat): (iso: string) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  return iso => format.format(new Date(iso))
}

function numbers({ decimalSeparator }: CsvFormat) {
  const number = (valueIn: (order: Order) => number) => (order: Order) =>
    String(valueIn(order)).replace('.', decimalSeparator)
  return {
    itemsCount: number(({ itemsCount }) => itemsCount),
    itemsTotal: number(({ itemsTotal }) => itemsTotal),
    discounts: number(({ rebateAmount }) => rebateAmount),
    shipping: number(({ shippingFees }) => shippingFees),
    taxes: number(({ taxesTotal }) => taxesTotal),
    total: number(({ finalGrandTotal }) => finalGrandTotal),
    refunded: number(({ refundsAmount }) => refundsAmount),
    weight: number(({ totalWeight }) => totalWeight),
  }
}

const address = {
  recipient: ({ shippingAddress }: Order) => shippingAddress.fullName ?? '',
  company: ({ shippingAddress }: Order) => shippingAddress.company ?? '',
  address1: ({ shippingAddress }: Order) => shippingAddress.address1 ?? '',
  address2: ({ shippingAddress }: Order) => shippingAddress.address2 ?? '',
  postalCode: ({ shippingAddress }: Order) => shippingAddress.postalCode ?? '',
  city: ({ shippingAddress }: Order) => shippingAddress.city ?? '',
  province: ({ shippingAddress }: Order) => shippingAddress.province ?? '',
  country: ({ shippingAddress }: Order) => shippingAddress.country ?? '',
  phone: ({ shippingAddress }: Order) => shippingAddress.phone ?? '',
}

export function columnsOf(format: CsvFormat): Columns {
  const { statuses, payments } = format.text
  const date = dateFormat(format)
  return {
    ...numbers(format),
    ...address,
    number: ({ invoiceNumber }) => invoiceNumber,
    token: ({ token }) => token,
    date: ({ creationDate }) => date(creationDate),
    status: ({ status }) => statuses[status],
    payment: ({ paymentStatus }) => (paymentStatus ? payments[paymentStatus] : ''),
    customer: ({ billingAddress, cardHolderName }) => billingAddress.fullName ?? cardHolderName,
    email: ({ email }) => email,
    items: ({ items }) => items.map(({ quantity, name }) => `${quantity} × ${name}`).join('; '),
    currency: ({ currency }) => currency.toUpperCase(),
    paymentMethod: ({ paymentMethod }) => paymentMethod,
    shippingMethod: ({ shippingMethod }) => shippingMethod,
    trackingNumber: ({ trackingNumber }) => trackingNumber,
    trackingUrl: ({ trackingUrl }) => trackingUrl,
    notes: ({ notes }) => notes ?? '',
  }
}

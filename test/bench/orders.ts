/** Two years of orders as the checkout sends them, with busy evenings, best sellers and regular customers. */

import { type Chance, chance } from './random.ts'

const statuses = { Delivered: 45, Shipped: 25, Processed: 20, Pending: 5, Cancelled: 3, Disputed: 2 }
const byWeight = Object.entries(statuses).flatMap(([status, weight]) => Array<string>(weight).fill(status))
const firstNames =
  'Ada Ben Cleo Dan Eva Finn Gia Hugo Ida Jon Kim Leo Mia Nils Ola Pia Quinn Rosa Sam Tea'.split(' ')
const familyNames =
  'Adler Berg Costa Dubois Evans Fischer Greco Hansen Ivanov Jansen Keller Lopez Moreau Novak'.split(' ')
const countries =
  'DE US FR GB CA NL ES IT SE PL AT CH BE DK NO FI PT IE CZ AU JP NZ BR MX GR HU RO SK SI LU'.split(' ')
const cityCount = 400
const productCount = 2000
const ordersPerCustomer = 2.5
/** How many orders an evening hour has for each of a night hour. */
const hours = [2, 1, 1, 1, 1, 1, 2, 3, 5, 6, 6, 7, 8, 7, 7, 7, 8, 9, 12, 15, 16, 14, 9, 4]
const byHour = hours.flatMap((weight, hour) => Array<number>(weight).fill(hour))
const beginning = Date.UTC(2024, 6, 1)
export const dayInMilliseconds = 24 * 3600 * 1000
const days = 730

const padded = (n: number) => String(n).padStart(4, '0')

function address({ next, below, leaning }: Chance, customer: number, isHome: boolean) {
  const home = isHome ? customer * 7919 : below(cityCount)
  const city = Math.floor(cityCount * ((home % 1009) / 1009) ** 1.5)
  return {
    firstName: firstNames[customer % firstNames.length],
    name: familyNames[Math.floor(customer / 3) % familyNames.length],
    company: next() < 0.1 ? 'Example Trading Ltd' : null,
    address1: `${1 + below(200)} Example Street`,
    city: `City ${padded(city)}`,
    country: countries[Math.floor(countries.length * (city / cityCount) ** 2)],
    province: `P${city % 60}`,
    postalCode: String(10_000 + city * 5 + leaning(5, 1)),
    phone: '0400000000',
  }
}

/** One of so many products; a few of them make up most sales. */
export const soldOf = ({ leaning }: Chance, products: number) => leaning(products, 2.5)

export function item(luck: Chance, product = soldOf(luck, productCount)) {
  const { leaning, below, guid } = luck
  const price = 5 + (product % 90) + 0.95
  const quantity = 1 + leaning(3, 3)
  return {
    uniqueId: guid(),
    id: `P-${padded(product)}`,
    name: `Product number ${product}`,
    price,
    quantity,
    totalPrice: Math.round(price * quantity * 100) / 100,
    totalWeight: 200 * quantity,
    url: `/products/p-${product}`,
    weight: 200,
    description: `Organic cotton, made to last ${product} years.`,
    image: `https://shop.example.com/images/p-${product}.jpg`,
    customFields: [{ name: 'Size', value: ['S', 'M', 'L'][below(3)] }],
    stackable: true,
  }
}

export function createdAt({ below }: Chance): string {
  const hour = byHour[below(byHour.length)] ?? 0
  return new Date(
    beginning + below(days) * dayInMilliseconds + hour * 3_600_000 + below(3_600_000),
  ).toISOString()
}

/** The checkout event of the n-th of so many orders. */
function orderOf(luck: Chance, n: number, customers: number) {
  const customer = luck.leaning(customers, 1.3)
  const isRegistered = customer % 3 === 0
  const creationDate = createdAt(luck)
  const billing = address(luck, customer, true)
  const isSame = luck.next() < 0.85
  const items = Array.from({ length: 1 + luck.leaning(3, 1.5) }, () => item(luck))
  const total = Math.round(items.reduce((sum, { totalPrice }) => sum + totalPrice, 4.29) * 100) / 100
  return {
    token: luck.guid(),
    creationDate,
    modificationDate: creationDate,
    completionDate: creationDate,
    status: byWeight[luck.below(byWeight.length)],
    paymentStatus: 'Paid',
    paymentMethod: 'CreditCard',
    invoiceNumber: `INV-${100_000 + n}`,
    email: `buyer-${customer}@example.com`,
    cardHolderName: `${billing.firstName} ${billing.name}`,
    creditCardLast4Digits: '4242',
    currency: 'eur',
    billingAddress: billing,
    shippingAddress: isSame ? billing : address(luck, customer, false),
    shippingAddressSameAsBilling: isSame,
    finalGrandTotal: total,
    grandTotal: total,
    subtotal: total,
    itemsTotal: total,
    shippingFees: 4.29,
    shippingMethod: 'Standard parcel',
    items,
    taxes: [{ taxName: 'VAT', taxRate: 0.19, amount: Math.round(total * 19) / 100 }],
    promocodes: [],
    customFields: [],
    isRecurringOrder: luck.next() < 0.08,
    paymentTransactionId: luck.guid(),
    metadata: { source: 'shop', campaign: `spring-${n % 7}` },
    user: { email: `buyer-${customer}@example.com`, status: isRegistered ? 'Confirmed' : 'Unconfirmed' },
  }
}
export type MadeOrder = ReturnType<typeof orderOf>

/** One by one, since a hundred thousand do not fit into memory at once. */
export function* madeOrders(count: number, seed = 1): Generator<MadeOrder> {
  const luck = chance(seed)
  const customers = Math.max(1, Math.round(count / ordersPerCustomer))
  for (let n = 0; n < count; n++) yield orderOf(luck, n, customers)
}

/** One order in a hundred has a pending withdrawal. */
export const isSentBack = ({ invoiceNumber }: MadeOrder) => invoiceNumber.endsWith('00')

export const withdrawalOf = ({ token, invoiceNumber }: MadeOrder) => ({
  id: `withdrawal-${invoiceNumber}`,
  orderToken: token,
  orderInvoiceNumber: invoiceNumber,
  requestedAt: '2026-07-01T00:00:00Z',
  refundAmount: 10,
  items: [],
})

/** Generates two years of orders as the checkout sends them, with busy evenings, best sellers and regular customers. */

import { createRandom, type Random } from './random.ts'

const statuses = { Delivered: 45, Shipped: 25, Processed: 20, Pending: 5, Cancelled: 3, Disputed: 2 }
const weightedStatuses = Object.entries(statuses).flatMap(([status, weight]) => Array<string>(weight).fill(status))
const firstNames = 'Ada Ben Cleo Dan Eva Finn Gia Hugo Ida Jon Kim Leo Mia Nils Ola Pia Quinn Rosa Sam Tea'.split(' ')
const familyNames = 'Adler Berg Costa Dubois Evans Fischer Greco Hansen Ivanov Jansen Keller Lopez Moreau Novak'.split(
  ' ',
)
const countries = 'DE US FR GB CA NL ES IT SE PL AT CH BE DK NO FI PT IE CZ AU JP NZ BR MX GR HU RO SK SI LU'.split(' ')
const cityCount = 400
const productCount = 2000
const ordersPerCustomer = 2.5
/** The relative number of orders by hour of the day. */
const hourWeights = [2, 1, 1, 1, 1, 1, 2, 3, 5, 6, 6, 7, 8, 7, 7, 7, 8, 9, 12, 15, 16, 14, 9, 4]
const weightedHours = hourWeights.flatMap((weight, hour) => Array<number>(weight).fill(hour))
const startTime = Date.UTC(2024, 6, 1)
export const dayInMilliseconds = 24 * 3600 * 1000
const dayCount = 730

const vat = { taxName: 'VAT', taxRate: 0.19, includedInPrice: false, appliesOnShipping: true }

const pad = (n: number) => String(n).padStart(4, '0')

function generateAddress({ next, integer, skewedInteger }: Random, customer: number, isBilling: boolean) {
  const seed = isBilling ? customer * 7919 : integer(cityCount)
  const city = Math.floor(cityCount * ((seed % 1009) / 1009) ** 1.5)
  return {
    firstName: firstNames[customer % firstNames.length],
    name: familyNames[Math.floor(customer / 3) % familyNames.length],
    company: next() < 0.1 ? 'Example Trading Ltd' : null,
    address1: `${1 + integer(200)} Example Street`,
    city: `City ${pad(city)}`,
    country: countries[Math.floor(countries.length * (city / cityCount) ** 2)],
    province: `P${city % 60}`,
    postalCode: String(10_000 + city * 5 + skewedInteger(5, 1)),
    phone: '0400000000',
  }
}

/** Returns the number of a random product. A fifth of the products makes up half of the sales. */
export const randomProduct = ({ skewedInteger }: Random, count: number) => skewedInteger(count, 2.5)

const sizes = ['S', 'M', 'L', 'XL[+2.00]']

function generateSize({ integer }: Random) {
  const value = sizes[integer(3)]
  const field = { name: 'Size', type: 'dropdown', options: sizes.join('|'), required: true }
  return { ...field, value, displayValue: value, operation: null, optionsArray: sizes }
}

export function generateItem(random: Random, product = randomProduct(random, productCount)) {
  const { skewedInteger, guid } = random
  const price = 5 + (product % 90) + 0.95
  const quantity = 1 + skewedInteger(3, 3)
  return {
    uniqueId: guid(),
    id: `P-${pad(product)}`,
    name: `Product number ${product}`,
    price,
    quantity,
    totalPrice: Math.round(price * quantity * 100) / 100,
    totalWeight: 200 * quantity,
    url: `/products/p-${product}`,
    weight: 200,
    description: `Organic cotton, made to last ${product} years.`,
    image: `https://shop.example.com/images/p-${product}.jpg`,
    customFields: [generateSize(random)],
    stackable: true,
    shippable: true,
    taxable: true,
    taxes: ['VAT'],
    categories: [`Category ${product % 40}`],
    duplicatable: false,
    minQuantity: null,
    hasTaxesIncluded: false,
    totalPriceWithoutTaxes: Math.round(price * quantity * 100) / 100,
  }
}

export function randomDate({ integer }: Random): string {
  const hour = weightedHours[integer(weightedHours.length)] ?? 0
  return new Date(
    startTime + integer(dayCount) * dayInMilliseconds + hour * 3_600_000 + integer(3_600_000),
  ).toISOString()
}

/** Returns the content of a checkout event about order number `n`. */
function generateOrder(random: Random, n: number, customerCount: number) {
  const customer = random.skewedInteger(customerCount, 1.3)
  const isRegistered = customer % 3 === 0
  const creationDate = randomDate(random)
  const billing = generateAddress(random, customer, true)
  const isSameAddress = random.next() < 0.85
  const items = Array.from({ length: 1 + random.skewedInteger(3, 1.5) }, () => generateItem(random))
  const total = Math.round(items.reduce((sum, { totalPrice }) => sum + totalPrice, 4.29) * 100) / 100
  return {
    token: random.guid(),
    creationDate,
    modificationDate: creationDate,
    completionDate: creationDate,
    status: weightedStatuses[random.integer(weightedStatuses.length)],
    paymentStatus: 'Paid',
    paymentMethod: 'CreditCard',
    invoiceNumber: `INV-${100_000 + n}`,
    email: `buyer-${customer}@example.com`,
    cardHolderName: `${billing.firstName} ${billing.name}`,
    creditCardLast4Digits: '4242',
    cardType: 'Visa',
    paymentGatewayUsed: 'Stripe',
    lang: 'en',
    shippingProvider: null,
    paymentDetails: { iconUrl: null, display: null, instructions: null },
    shippingRateUserDefinedId: 'STANDARD',
    currency: 'eur',
    billingAddress: billing,
    shippingAddress: isSameAddress ? billing : generateAddress(random, customer, false),
    shippingAddressSameAsBilling: isSameAddress,
    finalGrandTotal: total,
    grandTotal: total,
    subtotal: total,
    baseTotal: total,
    taxableTotal: total,
    hasSubscriptions: false,
    parentToken: null,
    itemsCount: items.length,
    numberOfItemsInOrder: items.length,
    summary: { payableNow: total, adjustedTotal: total },
    itemsTotal: total,
    shippingFees: 4.29,
    shippingMethod: 'Standard parcel',
    items: items.map(item => ({ ...item, addedOn: creationDate, modificationDate: creationDate })),
    taxes: [{ ...vat, amount: Math.round(total * 19) / 100 }],
    promocodes: [],
    customFields: [],
    isRecurringOrder: random.next() < 0.08,
    paymentTransactionId: random.guid(),
    metadata: { source: 'shop', campaign: `spring-${n % 7}` },
    user: { email: `buyer-${customer}@example.com`, status: isRegistered ? 'Confirmed' : 'Unconfirmed' },
  }
}
export type GeneratedOrder = ReturnType<typeof generateOrder>

/** Yields the orders one by one, so that a hundred thousand orders need not fit into memory. */
export function* generateOrders(count: number, seed = 1): Generator<GeneratedOrder> {
  const random = createRandom(seed)
  const customerCount = Math.max(1, Math.round(count / ordersPerCustomer))
  for (let n = 0; n < count; n++) yield generateOrder(random, n, customerCount)
}

/** Returns whether the order has a pending withdrawal. Every hundredth order has one. */
export const hasWithdrawal = ({ invoiceNumber }: GeneratedOrder) => invoiceNumber.endsWith('00')

export const withdrawalOf = ({ token, invoiceNumber }: GeneratedOrder) => ({
  id: `withdrawal-${invoiceNumber}`,
  orderToken: token,
  orderInvoiceNumber: invoiceNumber,
  requestedAt: '2026-07-01T00:00:00Z',
  refundAmount: 10,
  items: [],
})

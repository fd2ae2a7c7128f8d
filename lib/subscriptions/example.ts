/** The examples in the documentation: a subscription of the demo store, in its three public forms, and an invoice. */

const id = '01980000-0000-7000-8000-000000005b01'
const orderToken = '01980000-0000-7000-8000-000000000de2'
const customer = { id: '01980000-0000-7000-8000-0000000c0501', email: 'lena.brandt@example.com' }
const name = 'Paper box, monthly'
const creationDate = '2026-08-12T10:04:30.000Z'
const gatewayId = 'sub_1NvKq2Lk9aBcDe'
const billingDate = (month: string) => `2026-${month}-12T00:00:00.000Z`

export const subscription = {
  id,
  initialOrderToken: orderToken,
  firstInvoiceReceivedOn: creationDate,
  schedule: { interval: 'Month', intervalCount: 1, trialPeriodInDays: null, startsOn: billingDate('08') },
  itemId: 'eb52e6e3-d8fa-4db4-b0a9-83c238ae1542',
  name,
  creationDate,
  modificationDate: creationDate,
  nextBillingDate: billingDate('12'),
  cancelledOn: null,
  pausedOn: null,
  amount: 24,
  currency: 'eur',
  quantity: 1,
  userDefinedId: 'BOX-MONTHLY',
  totalSpent: 24,
  status: 'Active',
  gatewayId,
  metadata: null,
  cartId: null,
  recurringShipping: true,
  user: customer,
}

export const summary = {
  id,
  planName: name,
  creationDate,
  subscriber: customer.email,
  interval: 'monthly',
  intervalCount: 1,
  price: 24,
  totalSpent: 24,
  nextBillingDate: billingDate('12'),
  lastAttemptedInvoiceState: 'Paid',
  featureVersion: 'V1',
}

const upcoming = [billingDate('12'), '2027-01-12T00:00:00.000Z', '2027-02-12T00:00:00.000Z']

export const details = {
  id,
  name,
  state: 'Active',
  user: { ...customer, billingAddressName: 'Lena Brandt' },
  schedule: { interval: 'Month', intervalCount: 1 },
  nextBillingDate: upcoming[0],
  gatewayId,
  paymentStatus: 'Paid',
  upcomingPayments: upcoming.map(date => ({ subscriptionId: id, name, date })),
  featureVersion: 'V1',
  amount: 24,
  quantity: 1,
}

export const invoice = {
  id: orderToken,
  orderToken,
  creationDate,
  modificationDate: '2026-08-12T10:05:00.000Z',
  subscriptionId: id,
  amount: 24,
  total: 24,
  paid: true,
  number: 'SUB-2001',
  taxes: [{ taxName: 'MwSt.', taxRate: 0.19, amount: 3.83, numberForInvoice: '' }],
}

/** Defines the settings and objects of the demo store. The sample requests use some of the objects. */

import type { AccountSettings, NewAccount } from '../../../lib/accounts/schemas.ts'
import type { OrderToken } from '../../../lib/core/ids.ts'
import { type AccountId, features, type Tenant } from '../../../lib/core/tenant.ts'
import type { NewDiscount } from '../../../lib/discounts/schemas.ts'
import type { Domain } from '../../../lib/domains/schemas.ts'
import type { ProductChange } from '../../../lib/products/schemas.ts'
import type { RefundRequest } from '../../../lib/refunds/schemas.ts'
import { NewShippingMethod } from '../../../lib/shipping/schemas.ts'

/** The first account of a table gets this number. The demo events contain the same number. */
export const demoAccountNumber = 1001 as AccountId

/** All objects of the demo store belong to this account and this mode. */
export const demoTenant: Tenant = { account: demoAccountNumber, mode: 'Test' }

export const demoAccount: NewAccount = { name: 'Demo store', currency: 'EUR', features: [...features] }

/**
 * `cartDays` is large, because the sample cart has a fixed date and must not expire. `mailFrom` lets refunds send
 * mails.
 */
export const demoSettings: AccountSettings = { cartDays: 3650, mailFrom: 'Demo store <shop@shop.example.com>' }

const newDiscounts: NewDiscount[] = [
  { name: 'Summer: 10 % off from 50', trigger: 'Total', totalToReach: 50, type: 'Rate', rate: 10 },
  {
    name: 'Spring: 5 off',
    trigger: 'Code',
    code: 'SPRING5',
    type: 'FixedAmount',
    amount: 5,
    expires: '2026-06-30T21:59:59.000Z',
  },
  {
    name: 'Free shipping for our newsletter readers',
    trigger: 'Code',
    code: 'FREESHIP',
    type: 'Shipping',
    shippingDescription: 'Free standard shipping',
    shippingCost: 0,
    shippingGuaranteedDaysToDelivery: 5,
    maxNumberOfUsages: 500,
  },
  {
    name: 'Mugs at reseller prices',
    trigger: 'Product',
    itemId: 'MUG-BLUE',
    type: 'AlternatePrice',
    alternatePrice: 'reseller',
    combinable: false,
  },
  { name: '20 % off the first subscription', trigger: 'Code', code: 'FIRST20', type: 'RateOnSubscription', rate: 20 },
  { name: 'Winter: 15 % off', trigger: 'Code', code: 'WINTER15', type: 'Rate', rate: 15 },
]

/** Sample requests change the first discount, and delete the last discount, which no order uses. */
export const discounts = newDiscounts.map((body, index) => ({
  id: `01980000-0000-7000-8000-00000d15c00${index + 1}`,
  body,
}))

export const defaultDomain: Domain = { domain: 'shop.example.com', protocol: 'HTTPS' }

/** A sample request removes the first of these domains. */
export const allowedDomains: Domain[] = [
  { domain: 'old-shop.example.com', protocol: 'HTTPS' },
  { domain: 'preview.example.com', protocol: 'HTTP' },
]

const letter = (cost: number) => [{ cost, weight: { to: 500 } }]
const parcel = (light: number, heavy: number) => [
  { cost: light, weight: { to: 2000 } },
  { cost: heavy, weight: { from: 2001, to: 10_000 } },
]
const within = (...codes: string[]) => ({ countryCondition: codes.map(countryCode => ({ countryCode })) })

const europe = ['CH', 'FR', 'IT', 'NL', 'SE']

const methods = [
  {
    name: 'Standard parcel',
    rates: parcel(4.9, 8.9),
    guaranteedEstimatedDelivery: { minimumDaysForDelivery: 2, maximumDaysForDelivery: 4 },
    ...within('DE', 'AT'),
  },
  { name: 'Letter', rates: letter(1.8), ...within('DE') },
  { name: 'Free from 80', rates: [{ cost: 0, weight: { to: 10_000 } }], onOrderTotalAbove: 80, ...within('DE') },
  { name: 'Letter within Europe', rates: letter(3.7), ...within('AT', ...europe) },
  { name: 'Parcel within Europe', rates: parcel(14.9, 19.9), ...within(...europe) },
  { name: 'Letter overseas', rates: letter(6.9), ...within('US') },
  { name: 'Parcel overseas', rates: parcel(24.9, 39.9), ...within('US') },
]

/** Sample requests change the first shipping method, and delete the second. */
export const shippingMethods = methods.map((method, index) => ({
  id: `01980000-0000-7000-8000-00000054190${index + 1}`,
  body: NewShippingMethod.parse({ ...method, currency: 'EUR' }),
}))

/** The first refund pays back a part of order INV-1042, and the second refund pays back all of order INV-1046. */
export const demoRefunds: { id: string; token: OrderToken; request: RefundRequest }[] = [
  {
    id: '01980000-0000-7000-8000-00000000f101',
    token: 'd46986cc-6b2b-5b1d-95a1-3263ea495ac2' as OrderToken,
    request: { amount: 4.5, comment: 'The parcel was late', autoRefundTaxes: true, notifyCustomer: true },
  },
  {
    id: '01980000-0000-7000-8000-00000000f102',
    token: '8cbc2230-7dba-56c2-b802-8c37ccb0145f' as OrderToken,
    request: { amount: 134.69, comment: 'Out of stock', status: 'Complete', notifyCustomer: true },
  },
]

const single = (stock: number): ProductChange => ({ inventoryManagementMethod: 'Single', stock })
const variants =
  (name: string) =>
  (stocks: Record<string, number>): ProductChange => ({
    inventoryManagementMethod: 'Variant',
    variants: Object.entries(stocks).map(([option, stock]) => ({ variation: [{ name, option }], stock })),
  })
const formats = variants('Format')
const sizes = variants('Size')

/** The stock of products, by product id. The stock of other products is not tracked. */
export const inventories: Record<string, ProductChange> = {
  'TEE-STRIPED': sizes({ XS: 14, S: 31, M: 44, L: 38, XL: 17, XXL: 2 }),
  'TEE-BLACK': sizes({ XS: 9, S: 22, M: 35, L: 41, XL: 20, XXL: 11 }),
  'TEE-NAVY': sizes({ XS: 0, S: 1, M: 0, L: 2, XL: 0, XXL: 1 }),
  'TEE-WHITE': sizes({ XS: 25, S: 60, M: 75, L: 70, XL: 40, XXL: 15 }),
  'MUG-BLUE': single(52),
  'MUG-SPECKLED': single(3),
  'MUG-FERN': single(64),
  'MUG-LARGE': single(27),
  'CUP-ESPRESSO': single(88),
  'CAP-CORD': single(33),
  'SCARF-LAMBSWOOL': single(18),
  'TOTE-CANVAS': single(140),
  'BEANIE-WOOL': single(1),
  'APRON-LINEN': single(0),
  'POSTER-HERON': formats({ A3: 42, A2: 18, A1: 2 }),
  'POSTER-FERN': formats({ A3: 35, A2: 4, A1: 9 }),
}

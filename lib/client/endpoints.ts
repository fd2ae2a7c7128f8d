/** The endpoints of the API and their types. `npm run build:client` generates this file from the OpenAPI document. */

export type AbandonedCart = {
  id: string
  token: string
  mode: 'Live' | 'Test'
  email: string
  status: 'InProgress'
  creationDate: string
  modificationDate: string
  /** Always null, because an open cart is not complete. */
  completionDate: string | null
  shipToBillingAddress: boolean
  billingAddress: Address
  shippingAddress: Address
  shippingInformation: { fees: number; method: string; provider: string | null }
  summary: {
    subtotal: number
    taxableTotal: number
    total: number
    payableNow: number
    paymentMethod: string
    taxes: Array<Record<string, unknown> | null>
    adjustedTotal: number
  }
  items: Array<CartItem>
  discounts: Array<AppliedDiscount>
  customFields: Array<CartCustomField>
  /** Always empty: a cart has not been paid. */
  refunds: Array<Record<string, unknown> | null>
  currency: string
  lang: string
  totalWeight: number
  itemsTotal: number
  total: number
  campaignId: string | null
  invoiceNumber: string
  paymentMethod: string
  /** Any JSON object, at most 100 KB. */
  metadata: Record<string, unknown> | null
  /** The subscription plans in the cart, as sent by the checkout. */
  plans: Array<Record<string, unknown> | null>
}

export type AbandonedCarts = {
  items: Array<AbandonedCart>
  /** Whether there is a next page. */
  hasMoreResults: boolean
  /** Send it to get the next page; null on the last page. */
  continuationToken: string | null
}

export type Account = {
  /** The number of the account. */
  account: number
  name: string
  /** The currency of amounts that name none. */
  currency: Currency
  /** The language of mails to buyers. */
  language: 'en' | 'fr' | 'de' | 'es'
  /** The time zone of the store, such as `Europe/Paris`. */
  timeZone: string
  features: Array<'abandonedCarts' | 'subscriptions' | 'creditNotes'>
  /** The mode of the API key. */
  mode: 'Live' | 'Test'
  /** The scope of the API key. */
  scope: 'all' | 'read' | 'orders' | 'events'
}

export type Address = {
  fullName: string | null
  firstName: string | null
  name: string | null
  company: string | null
  address1: string | null
  address2: string | null
  fullAddress: string | null
  city: string | null
  country: string | null
  postalCode: string | null
  province: string | null
  phone: string | null
  vatNumber: string | null
}

/** A discount as its checkout sent it. What it did not send is null. */
export type AppliedDiscount = {
  id: string | null
  discountId: string | null
  code: string | null
  name: string | null
  type: string | null
  trigger: string | null
  rate: number | null
  amount: number | null
  /** What the discount took off this order or cart. */
  amountSaved: number | null
  combinable: boolean | null
  hasSavedAmount: boolean | null
}

export type CartCustomField = { name: string; type: string; options: string; required: boolean; value: string }

export type CartItem = {
  uniqueId: string
  token: string
  /** The `userDefinedId` of the product. */
  id: string
  name: string
  price: number
  description: string
  url: string
  image: string
  categories: Array<string>
  fileGuid: string | null
  /** Any JSON object, at most 100 KB. */
  metadata: Record<string, unknown> | null
  quantity: number
  minQuantity: number | null
  maxQuantity: number | null
  stackable: boolean
  shippable: boolean
  taxable: boolean
  taxes: Array<string>
  customFields: Array<CartCustomField>
  duplicatable: boolean
  /** Any JSON object, at most 100 KB. */
  alternatePrices: Record<string, unknown> | null
  dimensions: { width: number | null; height: number | null; length: number | null; weight: number | null }
  unitPrice: number
  totalPrice: number
  addedOn: string | null
}

export type CartsReport = {
  from: string
  to: string
  /** The period before has the same number of days, and ends on the day before `from`. */
  previousFrom: string
  previousTo: string
  /** The store's time zone, in which the days are. */
  timeZone: string
  interval: 'hour' | 'day' | 'week' | 'month'
  /** The open carts now, and the sum of their totals, by currency. */
  open: Array<OpenCarts>
  /** One group for each currency; one in the store's currency if no cart was recovered. */
  groups: Array<RecoveredCartsGroup>
}

export type Currency =
  | 'AED'
  | 'AFN'
  | 'ALL'
  | 'AMD'
  | 'AOA'
  | 'ARS'
  | 'AUD'
  | 'AWG'
  | 'AZN'
  | 'BAM'
  | 'BBD'
  | 'BDT'
  | 'BHD'
  | 'BIF'
  | 'BMD'
  | 'BND'
  | 'BOB'
  | 'BRL'
  | 'BSD'
  | 'BTN'
  | 'BWP'
  | 'BYN'
  | 'BZD'
  | 'CAD'
  | 'CDF'
  | 'CHF'
  | 'CLP'
  | 'CNY'
  | 'COP'
  | 'CRC'
  | 'CUP'
  | 'CVE'
  | 'CZK'
  | 'DJF'
  | 'DKK'
  | 'DOP'
  | 'DZD'
  | 'EGP'
  | 'ERN'
  | 'ETB'
  | 'EUR'
  | 'FJD'
  | 'FKP'
  | 'GBP'
  | 'GEL'
  | 'GHS'
  | 'GIP'
  | 'GMD'
  | 'GNF'
  | 'GTQ'
  | 'GYD'
  | 'HKD'
  | 'HNL'
  | 'HTG'
  | 'HUF'
  | 'IDR'
  | 'ILS'
  | 'INR'
  | 'IQD'
  | 'IRR'
  | 'ISK'
  | 'JMD'
  | 'JOD'
  | 'JPY'
  | 'KES'
  | 'KGS'
  | 'KHR'
  | 'KMF'
  | 'KPW'
  | 'KRW'
  | 'KWD'
  | 'KYD'
  | 'KZT'
  | 'LAK'
  | 'LBP'
  | 'LKR'
  | 'LRD'
  | 'LSL'
  | 'LYD'
  | 'MAD'
  | 'MDL'
  | 'MGA'
  | 'MKD'
  | 'MMK'
  | 'MNT'
  | 'MOP'
  | 'MRU'
  | 'MUR'
  | 'MVR'
  | 'MWK'
  | 'MXN'
  | 'MYR'
  | 'MZN'
  | 'NAD'
  | 'NGN'
  | 'NIO'
  | 'NOK'
  | 'NPR'
  | 'NZD'
  | 'OMR'
  | 'PAB'
  | 'PEN'
  | 'PGK'
  | 'PHP'
  | 'PKR'
  | 'PLN'
  | 'PYG'
  | 'QAR'
  | 'RON'
  | 'RSD'
  | 'RUB'
  | 'RWF'
  | 'SAR'
  | 'SBD'
  | 'SCR'
  | 'SDG'
  | 'SEK'
  | 'SGD'
  | 'SHP'
  | 'SLE'
  | 'SOS'
  | 'SRD'
  | 'SSP'
  | 'STN'
  | 'SVC'
  | 'SYP'
  | 'SZL'
  | 'THB'
  | 'TJS'
  | 'TMT'
  | 'TND'
  | 'TOP'
  | 'TRY'
  | 'TTD'
  | 'TWD'
  | 'TZS'
  | 'UAH'
  | 'UGX'
  | 'USD'
  | 'UYU'
  | 'UZS'
  | 'VED'
  | 'VES'
  | 'VND'
  | 'VUV'
  | 'WST'
  | 'XAF'
  | 'XCD'
  | 'XCG'
  | 'XOF'
  | 'XPF'
  | 'YER'
  | 'ZAR'
  | 'ZMW'
  | 'ZWG'

export type Customer = {
  id: string
  email: string
  mode: 'Live' | 'Test'
  /** `ordersAmount` adds up the orders in the currency of the account, paid or not, before refunds. A sum of more than 15 digits is rounded to double precision. `subscriptionsCount` leaves out those that have ended. */
  statistics: { ordersCount: number; ordersAmount: number; subscriptionsCount: number }
  creationDate: string
  avatarUrl: string
  /** The same as `avatarUrl`. */
  gravatarUrl: string
  billingAddress: Address
  shippingAddress: Address
  /** `Confirmed` if the customer has registered, `Unconfirmed` for a guest. */
  status: 'Unconfirmed' | 'Confirmed'
  billingAddressFirstName: string
  billingAddressName: string
  billingAddressCompanyName: string
  billingAddressAddress1: string
  billingAddressAddress2: string
  billingAddressCity: string
  billingAddressCountry: string
  billingAddressProvince: string
  billingAddressPostalCode: string
  billingAddressPhone: string
  shippingAddressFirstName: string
  shippingAddressName: string
  shippingAddressCompanyName: string
  shippingAddressAddress1: string
  shippingAddressAddress2: string
  shippingAddressCity: string
  shippingAddressCountry: string
  shippingAddressProvince: string
  shippingAddressPostalCode: string
  shippingAddressPhone: string
  shippingAddressSameAsBilling: boolean
  /** Set only when the customer is returned as part of a session; otherwise null. */
  sessionToken: string | null
}

export type CustomerChange = {
  email: string
  /** Replaces the whole address. If absent or null, the address stays as it is. */
  billingAddress?: NewAddress | null
  /** Replaces the whole address. If absent or null, the address stays as it is. */
  shippingAddress?: NewAddress | null
  /** An open cart that gets the same e-mail address and addresses. */
  cartToken?: string | null
}

export type CustomerPage = {
  /** Number of matching items on all pages. */
  totalItems: number
  offset: number
  limit: number
  items: Array<Customer>
}

export type DashboardSubscriptionInvoice = {
  id: string
  orderToken: string
  creationDate: string
  modificationDate: string
  subscriptionId: string
  amount: number
  /** The same as `amount`. */
  total: number
  paid: boolean
  /** The invoice number. */
  number: string
}

export type DashboardSubscriptionPage = {
  /** Number of matching items on all pages. */
  totalItems: number
  offset: number
  limit: number
  items: Array<SubscriptionSummary>
  from: string | null
  to: string | null
  userDefinedPlanName: string | null
  userDefinedCustomerNameOrEmail: string | null
  status: 'all' | 'active' | 'paused' | 'canceled' | null
  customerId: string | null
  lastAttemptedInvoiceState: 'Unpaid' | 'Paid' | 'Declined' | 'Void' | 'Pending' | null
  /** Subscriptions of the store whose newest invoice was declined, whatever the filters. */
  totalDeclinedCount: number
  /** Always empty: the newest come first. */
  sort: Array<string>
}

export type DefaultDomain = {
  /** Host name, or `localhost`. A URL is reduced to its host name, and an international name to its ASCII form. */
  Domain: string
  /** `HTTPS`; any other value means HTTP. The value takes precedence over the scheme of a URL. If omitted or null: HTTPS for a URL with the scheme https, otherwise HTTP. */
  Protocol?: unknown
}

export type DigitalGood = {
  fileGuid: string
  name: string
  url: string
  downloadedNbrTime: number
  /** Null means unlimited. */
  maxNbrDownload: number | null
  /** Counted from creationDate. Null means never. */
  daysUntilExpire: number | null
  /** When the order was completed, unless imported. */
  creationDate: string
  /** Whether the file can still be downloaded. */
  isValid: boolean
}

export type Discount = {
  id: string
  name: string
  trigger: 'Total' | 'Code' | 'Product'
  type:
    | 'FixedAmount'
    | 'FixedAmountOnItems'
    | 'Rate'
    | 'AlternatePrice'
    | 'Shipping'
    | 'AmountOnSubscription'
    | 'RateOnSubscription'
    | 'RateOnItems'
    | 'RateOnCategory'
  /** Required when trigger is Code. */
  code: string | null
  /** The `userDefinedId` of the product. Required when trigger is Product. */
  itemId: string | null
  /** Minimum order total when trigger is Total; null for no minimum. */
  totalToReach: number | null
  /** Required when type is FixedAmount, FixedAmountOnItems or AmountOnSubscription. Rounded to the decimals of the store currency. */
  amount: number | null
  /** The `userDefinedId` of each product, separated by commas. Required when type is FixedAmountOnItems; optional when type is RateOnItems, where none means all products. */
  productIds: string | null
  /** Categories separated by commas. Optional when type is RateOnCategory; none means all. */
  categories: string | null
  /** Percentage. Required when type is Rate, RateOnItems, RateOnCategory or RateOnSubscription. */
  rate: number | null
  /** The name of a price list, such as `reseller`. Required when type is AlternatePrice. */
  alternatePrice: string | null
  /** Required when type is Shipping. */
  shippingDescription: string | null
  /** Required when type is Shipping. */
  shippingCost: number | null
  /** Optional when type is Shipping. */
  shippingGuaranteedDaysToDelivery: number | null
  /** Null for unlimited. */
  maxNumberOfUsages: number | null
  /** A date without a time means the end of that day. Null for never. */
  expires: string | null
  /** Whether it can be applied together with other discounts. */
  combinable: boolean
  /** Whether the discount is archived. If so, another discount can use its code. */
  archived: boolean
  /** Number of completed orders that used the discount. */
  numberOfUsages: number
  /** Number of open carts that use the discount. */
  numberOfUsagesUncompleted: number
}

/** Fields not sent keep their value; null and blank strings clear it. Fields of other triggers and types become null. */
export type DiscountChange = {
  name: string
  trigger: 'Total' | 'Code' | 'Product'
  type:
    | 'FixedAmount'
    | 'FixedAmountOnItems'
    | 'Rate'
    | 'AlternatePrice'
    | 'Shipping'
    | 'AmountOnSubscription'
    | 'RateOnSubscription'
    | 'RateOnItems'
    | 'RateOnCategory'
  /** Required when trigger is Code. */
  code?: string | null
  /** The `userDefinedId` of the product. Required when trigger is Product. */
  itemId?: string | null
  /** Minimum order total when trigger is Total; null for no minimum. */
  totalToReach?: number | null
  /** Required when type is FixedAmount, FixedAmountOnItems or AmountOnSubscription. Rounded to the decimals of the store currency. */
  amount?: number | null
  /** The `userDefinedId` of each product, separated by commas. Required when type is FixedAmountOnItems; optional when type is RateOnItems, where none means all products. */
  productIds?: string | null
  /** Categories separated by commas. Optional when type is RateOnCategory; none means all. */
  categories?: string | null
  /** Percentage. Required when type is Rate, RateOnItems, RateOnCategory or RateOnSubscription. */
  rate?: number | null
  /** The name of a price list, such as `reseller`. Required when type is AlternatePrice. */
  alternatePrice?: string | null
  /** Required when type is Shipping. */
  shippingDescription?: string | null
  /** Required when type is Shipping. */
  shippingCost?: number | null
  /** Optional when type is Shipping. */
  shippingGuaranteedDaysToDelivery?: number | null
  /** Null for unlimited. */
  maxNumberOfUsages?: number | null
  /** A date without a time means the end of that day. Null for never. */
  expires?: string | Date | null
  /** Defaults to true; in a PUT request, to its current value. */
  combinable?: boolean | null
  /** Defaults to false; in a PUT request, to its current value. */
  archived?: boolean | null
  /** Ignored: the id in the path is used. */
  id?: unknown
}

export type Domain = { domain: string; protocol: 'HTTP' | 'HTTPS' }

export type EventResult = {
  /** The id of the event; null if it has no valid one. */
  id: string | null
  /** `accepted`: it is in the queue. `ignored`: it is in the queue, but nothing is done for events of its name. `rejected`: it is not in the queue, because it is invalid. */
  status: 'accepted' | 'rejected' | 'ignored'
  /** What is wrong with the event, by field, as in a problem. Absent if nothing is. */
  errors?: Record<string, unknown>
}

export type InvoiceTax = { taxName: string; taxRate: number; amount: number; numberForInvoice: string }

export type NestedCustomer = {
  id: string
  email: string
  mode: 'Live' | 'Test'
  /** `ordersAmount` adds up the orders in the currency of the account, paid or not, before refunds. A sum of more than 15 digits is rounded to double precision. `subscriptionsCount` leaves out those that have ended. */
  statistics: { ordersCount: number; ordersAmount: number; subscriptionsCount: number }
  creationDate: string
  avatarUrl: string
  /** The same as `avatarUrl`. */
  gravatarUrl: string
  billingAddress: Address
  shippingAddress: Address
  confirmed: boolean
}

export type NewAddress = {
  firstName?: string | null
  name?: string | null
  company?: string | null
  address1?: string | null
  address2?: string | null
  city?: string | null
  country?: string | null
  province?: string | null
  postalCode?: string | null
  phone?: string | null
  vatNumber?: string | null
}

/** Null and blank strings are treated as omitted. Fields of other triggers and types are ignored. */
export type NewDiscount = {
  name: string
  trigger: 'Total' | 'Code' | 'Product'
  type:
    | 'FixedAmount'
    | 'FixedAmountOnItems'
    | 'Rate'
    | 'AlternatePrice'
    | 'Shipping'
    | 'AmountOnSubscription'
    | 'RateOnSubscription'
    | 'RateOnItems'
    | 'RateOnCategory'
  /** Required when trigger is Code. */
  code?: string | null
  /** The `userDefinedId` of the product. Required when trigger is Product. */
  itemId?: string | null
  /** Minimum order total when trigger is Total; null for no minimum. */
  totalToReach?: number | null
  /** Required when type is FixedAmount, FixedAmountOnItems or AmountOnSubscription. Rounded to the decimals of the store currency. */
  amount?: number | null
  /** The `userDefinedId` of each product, separated by commas. Required when type is FixedAmountOnItems; optional when type is RateOnItems, where none means all products. */
  productIds?: string | null
  /** Categories separated by commas. Optional when type is RateOnCategory; none means all. */
  categories?: string | null
  /** Percentage. Required when type is Rate, RateOnItems, RateOnCategory or RateOnSubscription. */
  rate?: number | null
  /** The name of a price list, such as `reseller`. Required when type is AlternatePrice. */
  alternatePrice?: string | null
  /** Required when type is Shipping. */
  shippingDescription?: string | null
  /** Required when type is Shipping. */
  shippingCost?: number | null
  /** Optional when type is Shipping. */
  shippingGuaranteedDaysToDelivery?: number | null
  /** Null for unlimited. */
  maxNumberOfUsages?: number | null
  /** A date without a time means the end of that day. Null for never. */
  expires?: string | Date | null
  /** Defaults to true; in a PUT request, to its current value. */
  combinable?: boolean | null
  /** Defaults to false; in a PUT request, to its current value. */
  archived?: boolean | null
}

export type NewDomain = {
  /** Host name, or `localhost`. A URL is reduced to its host name, and an international name to its ASCII form. */
  domain: string
  /** `HTTPS`; any other value means HTTP. The value takes precedence over the scheme of a URL. If omitted or null: HTTPS for a URL with the scheme https, otherwise HTTP. */
  protocol?: unknown
}

export type NewProductVariant = {
  /** Negative only if out-of-stock purchases are allowed. */
  stock?: number | null
  variation: Array<{ name: string; option: string }>
  allowOutOfStockPurchases?: boolean | null
}

/** In nullable fields, null and blank text mean the same as a field that is not sent. Amounts are rounded to the decimals of the currency, by default the store currency. */
export type NewShippingMethod = {
  name: string
  localizationId?: string | null
  rates: Array<{
    cost: number
    weight?: { from?: number | null; to?: number | null } | null
    location?: { country?: string | null; province?: string | null } | null
  }>
  currency?: Currency | null
  onOrderTotalAbove?: number | null
  guaranteedEstimatedDelivery?: {
    minimumDaysForDelivery?: number | null
    maximumDaysForDelivery?: number | null
  } | null
  postalCodeRegex?: string | null
  countryCondition?: Array<{ countryCode: string; provinceCode?: string | null }> | null
  shippingZoneId?: string | null
  /** Deprecated: use `countryCondition` with one entry. */
  location?: { country?: string | null; province?: string | null } | null
}

export type OpenCarts = { currency: string; carts: number; value: number }

export type Order = {
  token: string
  mode: 'Live' | 'Test'
  creationDate: string
  modificationDate: string
  /** The creation date if the checkout did not send one. */
  completionDate: string
  status: 'InProgress' | 'Processed' | 'Disputed' | 'Shipped' | 'Delivered' | 'Pending' | 'Cancelled'
  paymentStatus:
    | 'Paid'
    | 'Deferred'
    | 'PaidDeferred'
    | 'ChargedBack'
    | 'Refunded'
    | 'Paidout'
    | 'Failed'
    | 'Pending'
    | 'Expired'
    | 'Cancelled'
    | 'Open'
    | 'Authorized'
    | null
  paymentMethod: string
  paymentGatewayUsed: string
  paymentDetails: PaymentDetails | null
  invoiceNumber: string
  email: string
  cardHolderName: string
  creditCardLast4Digits: string
  cardType: string
  /** The language of the checkout, such as `en`. */
  lang: string
  /** The currency of all amounts. Defaults to the currency of the account. */
  currency: string
  billingAddressFirstName: string
  billingAddressName: string
  billingAddressCompanyName: string
  billingAddressAddress1: string
  billingAddressAddress2: string
  billingAddressCity: string
  billingAddressCountry: string
  billingAddressProvince: string
  billingAddressPostalCode: string
  billingAddressPhone: string
  shippingAddressFirstName: string
  shippingAddressName: string
  shippingAddressCompanyName: string
  shippingAddressAddress1: string
  shippingAddressAddress2: string
  shippingAddressCity: string
  shippingAddressCountry: string
  shippingAddressProvince: string
  shippingAddressPostalCode: string
  shippingAddressPhone: string
  billingAddress: Address
  shippingAddress: Address
  shippingAddressSameAsBilling: boolean
  user: OrderUser | null
  /** The id of `user`. */
  userId: string | null
  notes: string | null
  /** The amount the buyer pays, after all discounts, taxes and fees. */
  finalGrandTotal: number
  grandTotal: number
  total: number
  /** `grandTotal` if the checkout did not send it. */
  baseTotal: number
  /** The sum of the taxable items if the checkout did not send it. */
  taxableTotal: number
  summary: OrderSummary
  /** `finalGrandTotal` without `refundsAmount`. */
  adjustedAmount: number
  /** What the payment gateway has captured of an authorized payment. Less than `finalGrandTotal` if only a part was captured, outside of this API: the order is then not paid, and refunds can return this amount at most. Null unless a capture was requested by this API. */
  capturedAmount: number | null
  subtotal: number
  /** The sum of the items, before discounts, taxes and fees. */
  itemsTotal: number
  /** The amount saved by discounts. */
  rebateAmount: number
  /** The same as `rebateAmount`. */
  savedAmount: number
  totalRebateRate: number
  totalWeight: number
  shippingFees: number
  shippingMethod: string
  shippingProvider: string | null
  shippingRateUserDefinedId: string | null
  items: Array<OrderItem>
  /** The sum of all quantities if the checkout did not send it. */
  itemsCount: number
  /** The length of `items` if the checkout did not send it. */
  numberOfItemsInOrder: number
  taxes: Array<Tax>
  taxesTotal: number
  discounts: Array<AppliedDiscount>
  /** The same as `discounts`, in a shorter form. */
  promocodes: Array<Promocode>
  hasPromocode: boolean
  willBePaidLater: boolean
  customFields: Array<OrderCustomField>
  customFieldsJson: string
  isRecurringOrder: boolean
  subscriptionId: string | null
  /** Whether it belongs to a subscription, if the checkout did not send it. */
  hasSubscriptions: boolean
  /** The token of the order that started the subscription, in orders of later payments. */
  parentToken: string | null
  paymentTransactionId: string | null
  /** Any JSON object, at most 100 KB. */
  metadata: Record<string, unknown> | null
  trackingNumber: string
  trackingUrl: string
  /** Oldest first. Refunds that are under way, have failed or have another currency are not included. */
  refunds: Array<OrderRefund>
  refundsAmount: number
  hasPendingWithdrawal: boolean
  withdrawals: Array<Withdrawal>
}

export type OrderChange = {
  status: 'InProgress' | 'Processed' | 'Disputed' | 'Shipped' | 'Delivered' | 'Pending' | 'Cancelled'
  paymentStatus?:
    | 'Paid'
    | 'Deferred'
    | 'PaidDeferred'
    | 'ChargedBack'
    | 'Refunded'
    | 'Paidout'
    | 'Failed'
    | 'Pending'
    | 'Expired'
    | 'Cancelled'
    | 'Open'
    | 'Authorized'
  /** Set to null to clear the value; omit to leave it unchanged. */
  trackingNumber?: string | null
  /** An http or https URL. Set to null to clear the value; omit to leave it unchanged. Blank text is treated as null. */
  trackingUrl?: string | null
  /** Any JSON object, at most 100 KB. */
  metadata?: Record<string, unknown> | null
}

export type OrderCustomField = { name: string; value: string }

export type OrderItem = {
  /** The token of the order. */
  token: string
  /** Derived from the order and the place of the item if the checkout sent none. */
  uniqueId: string
  /** The `userDefinedId` of the product. */
  id: string
  name: string
  price: number
  unitPrice: number
  quantity: number
  totalPrice: number
  /** The value that the checkout has sent, or else `totalPrice` without the taxes that it includes. */
  totalPriceWithoutTaxes: number
  hasTaxesIncluded: boolean
  url: string
  description: string
  image: string
  categories: Array<string>
  customFields: Array<OrderItemCustomField>
  customFieldsJson: string
  stackable: boolean
  shippable: boolean
  taxable: boolean
  taxes: Array<string>
  duplicatable: boolean
  minQuantity: number | null
  maxQuantity: number | null
  weight: number | null
  width: number | null
  height: number | null
  length: number | null
  totalWeight: number
  fileGuid: string | null
  /** The creation date of the order if the checkout did not send it. */
  addedOn: string
  /** `addedOn` if the checkout did not send it. */
  modificationDate: string
  /** Any JSON object, at most 100 KB. */
  metadata: Record<string, unknown> | null
}

export type OrderItemCustomField = {
  name: string
  value: string
  type: string
  options: string
  required: boolean
  displayValue: string
  /** What the value adds to the price, as the checkout sent it. */
  operation: number | string | null
  optionsArray: Array<string> | null
}

export type OrderPage = {
  /** Number of matching items on all pages. */
  totalItems: number
  offset: number
  limit: number
  items: Array<Order>
}

export type OrderRefund = {
  id: string
  orderToken: string
  creationDate: string
  /** The time when the payment gateway confirmed the refund, or when a refund without a gateway was recorded. If the refund failed, the time of the failure. */
  modificationDate: string
  amount: number
  currency: string
  comment: string
  /** The status in the request. `Failed` or `Cancelled` if the payment gateway took back a refund that it had accepted. Such a refund no longer counts, and no list contains it. */
  status: 'Complete' | 'Partial' | 'Failed' | 'Cancelled' | null
  /** The reason of the payment gateway. Absent unless the refund was taken back. */
  failureReason?: string
  /** Absent if the account did not have the feature `creditNotes` at the time. */
  creditNoteNumber?: string
  /** Empty without `autoRefundTaxes`. */
  taxes: Array<RefundTax>
  notifyCustomer: boolean
  /** False for refunds that were only recorded. */
  refundedByPaymentGateway: boolean
}

export type OrderSummary = {
  subtotal: number
  taxableTotal: number
  total: number
  /** `finalGrandTotal` if the checkout did not send it. */
  payableNow: number
  paymentMethod: string
  taxes: Array<SummaryTax>
  /** `total` if the checkout did not send it. */
  adjustedTotal: number
}

/** The customer; null, for example, for an order without an e-mail address. */
export type OrderUser = { id: string; email: string; billingAddress: Address; shippingAddress: Address }

export type PageToFetch = {
  /** The URL of a page with elements of the class shop-add-item, or of a JSON document. */
  fetchUrl: string
}

export type PaymentDetails = { iconUrl: string | null; display: string | null; instructions: string | null }

export type Product = {
  id: string
  /** The id that the store gave the product. */
  userDefinedId: string
  account_Id: number
  mode: 'Live' | 'Test'
  url: string
  name: string | null
  description: string | null
  image: string | null
  price: number
  /** The currency of `price`: that of the last order or cart with the product. */
  currency: string
  categories: Array<string>
  creationDate: string
  modificationDate: string
  archived: boolean
  fileGuid: string | null
  /** Any JSON object, at most 100 KB. */
  metadata: Record<string, unknown> | null
  /** Sales in the store's own currency. Orders in other currencies are included in `numberOfSales` but not in `totalSales`. A `totalSales` of more than 15 digits is rounded to double precision. */
  statistics: { numberOfSales: number; totalSales: number }
  customFields: Array<ProductCustomField>
  /** Absent if the inventory is not configured. */
  inventoryManagementMethod?: 'Single' | 'Variant' | 'Disabled'
  /** Only when the method is Single. */
  stock?: number
  /** The sum of the stock of all variants, or `stock` if the method is Single. */
  totalStock?: number
  allowOutOfStockPurchases?: boolean
  /** Only when the method is Variant. */
  variants?: Array<ProductVariant>
}

export type ProductChange = {
  /** If omitted, the value is unchanged. If the stock is not tracked yet, stock alone means Single, and variants alone mean Variant. */
  inventoryManagementMethod?: 'Single' | 'Variant' | 'Disabled' | null
  /** Only when the method is Single. Negative only if out-of-stock purchases are allowed. If omitted, the value is unchanged. */
  stock?: number | null
  /** If omitted, the value is unchanged; false by default. */
  allowOutOfStockPurchases?: boolean | null
  /** Only when the method is Variant. Variants not sent stay unchanged. */
  variants?: Array<NewProductVariant> | null
}

export type ProductCustomField = {
  name: string
  type: string
  /** Choices, separated by |. A choice may include what it adds to the price: Medium[+2.00]. */
  options: string
  required: boolean
  value: string
  /** What the current value adds to the price. */
  operation: number
  /** The choices without their price adjustments. */
  optionsArray: Array<string>
}

export type ProductPage = {
  /** Number of matching items on all pages. */
  totalItems: number
  offset: number
  limit: number
  items: Array<Product>
}

export type ProductVariant = {
  stock: number
  variation: Array<{ name: string; option: string }>
  allowOutOfStockPurchases: boolean
}

export type ProductsReport = {
  from: string
  to: string
  /** The period before has the same number of days, and ends on the day before `from`. */
  previousFrom: string
  previousTo: string
  /** The store's time zone, in which the days are. */
  timeZone: string
  /** The currency of the store, which all amounts have. */
  currency: string
  /** The best sellers of the period. Products without sales in the period are left out. */
  items: Array<SoldProduct>
}

export type Promocode = { code: string; name: string; type: string; rate: number }

export type RecoveredCarts = {
  /** The orders that were completed more than 4 hours after their cart was created, without renewals of subscriptions. */
  recovered: number
  /** The sum of the `finalGrandTotal` of these orders. */
  recoveredValue: number
}

export type RecoveredCartsGroup = {
  currency: string
  total: RecoveredCarts
  previousTotal: RecoveredCarts
  intervals: Array<RecoveredCartsInterval>
  previousIntervals: Array<RecoveredCartsInterval>
}

export type RecoveredCartsInterval = {
  /** The local day on which the interval begins, or the local hour, such as 2026-11-01T09:00. Weeks begin on Monday; `from` and `to` may cut the first and the last interval. */
  start: string
  /** The orders that were completed more than 4 hours after their cart was created, without renewals of subscriptions. */
  recovered: number
  /** The sum of the `finalGrandTotal` of these orders. */
  recoveredValue: number
}

export type RecurringRevenue = { currency: string; amount: number }

export type Refund = {
  id: string
  orderToken: string
  creationDate: string
  /** The time when the payment gateway confirmed the refund, or when a refund without a gateway was recorded. If the refund failed, the time of the failure. */
  modificationDate: string
  amount: number
  currency: string
  comment: string
  /** The status in the request. `Failed` or `Cancelled` if the payment gateway took back a refund that it had accepted. Such a refund no longer counts, and no list contains it. */
  status: 'Complete' | 'Partial' | 'Failed' | 'Cancelled' | null
  /** The reason of the payment gateway. Absent unless the refund was taken back. */
  failureReason?: string
  /** Absent if the account did not have the feature `creditNotes` at the time. */
  creditNoteNumber?: string
  /** Empty without `autoRefundTaxes`. */
  taxes: Array<RefundTax>
  notifyCustomer: boolean
  /** False for refunds that were only recorded. */
  refundedByPaymentGateway: boolean
  /** The withdrawals of the order that were not refused. */
  withdrawals: Array<Withdrawal>
}

export type RefundRequest = {
  /** In the currency of the order, rounded to its decimals. At most what is left of the order, and at least the minimum of the payment gateway, unless it is all that is left. */
  amount: number
  comment?: string | null
  /** `Complete` requires the amount to be all that is left. */
  status?: 'Complete' | 'Partial' | null
  /** Whether to record how much of each tax the amount contains. Defaults to false. */
  autoRefundTaxes?: boolean | null
  /** Whether to send a mail to the buyer. Defaults to false. */
  notifyCustomer?: boolean | null
}

export type RefundRequestV1 = {
  /** In the currency of the order, rounded to its decimals. At most what is left of the order, and at least the minimum of the payment gateway, unless it is all that is left. */
  amount: number
  comment?: string | null
}

export type RefundTax = { taxName: string; taxRate: number; amount: number }

export type RemovedDomain = {
  /** Host name, or `localhost`. A URL is reduced to its host name, and an international name to its ASCII form. */
  domain: string
  /** Ignored. */
  protocol?: unknown
}

export type SalesFigures = {
  /** The number of completed orders. */
  orders: number
  /** The number of units sold; null unless `by` is `product`. */
  units: number | null
  /** The sum of `finalGrandTotal`. With `by=product`, the sum of `totalPrice` of the items. */
  gross: number
  /** The sum of `taxesTotal`. Null if `by` is `product`, like the fields below. */
  taxes: number | null
  /** The sum of `shippingFees`. */
  shipping: number | null
  /** The sum of `rebateAmount`. */
  discounts: number | null
  /** The sum of the refunds that were made in this time, also of earlier orders. */
  refunds: number | null
}

export type SalesGroup = {
  /** The currency of all amounts of the group. */
  currency: string
  /** The billing country, or else the shipping country. Null if unknown, or if `by` is not `country`. */
  country: string | null
  /** Null unless `by` is `product`. */
  productId: string | null
  total: SalesFigures
  previousTotal: SalesFigures
  intervals: Array<SalesInterval>
  previousIntervals: Array<SalesInterval>
}

export type SalesInterval = {
  /** The local day on which the interval begins, or the local hour, such as 2026-11-01T09:00. Weeks begin on Monday; `from` and `to` may cut the first and the last interval. */
  start: string
  /** The number of completed orders. */
  orders: number
  /** The number of units sold; null unless `by` is `product`. */
  units: number | null
  /** The sum of `finalGrandTotal`. With `by=product`, the sum of `totalPrice` of the items. */
  gross: number
  /** The sum of `taxesTotal`. Null if `by` is `product`, like the fields below. */
  taxes: number | null
  /** The sum of `shippingFees`. */
  shipping: number | null
  /** The sum of `rebateAmount`. */
  discounts: number | null
  /** The sum of the refunds that were made in this time, also of earlier orders. */
  refunds: number | null
}

export type SalesReport = {
  from: string
  to: string
  /** The period before has the same number of days, and ends on the day before `from`. */
  previousFrom: string
  previousTo: string
  /** The store's time zone, in which the days are. */
  timeZone: string
  interval: 'hour' | 'day' | 'week' | 'month'
  by: 'currency' | 'country' | 'product'
  /** Sorted by `gross`, the highest first. Without any sales, there is one group, in the store's currency. If the reply would exceed 5 MB, it contains only the first groups. */
  groups: Array<SalesGroup>
}

/** An event of the checkout. The guide about events says which there are. */
export type SentEvent = {
  /** Any text that no other event has. */
  id: string
  /** The name of the event, such as `order.completed`. */
  eventName: string
  /** The account of the key, which is the default. */
  account?: number
  /** The mode of the key, which is the default. */
  mode?: 'Live' | 'Test'
  /** When it happened. An older event never overwrites a newer one. */
  createdOn: string | Date
  /** What happened. The fields depend on the name of the event. */
  content: Record<string, unknown>
}

export type Session = { token: string; expires: string; customer: Customer }

export type ShippingMethod = {
  Id: string
  name: string
  localizationId: string | null
  rates: Array<{
    cost: number
    weight: { from: number | null; to: number | null } | null
    location: { country: string | null; province: string | null } | null
  }>
  currency?: Currency
  onOrderTotalAbove: number | null
  guaranteedEstimatedDelivery: { minimumDaysForDelivery: number | null; maximumDaysForDelivery: number | null }
  postalCodeRegex: string
  countryCondition: Array<{ countryCode: string; provinceCode: string }>
  shippingZoneId: string
}

export type SoldProduct = {
  id: string
  userDefinedId: string
  name: string | null
  image: string | null
  url: string
  /** The units sold, also in orders in other currencies. */
  units: number
  /** The sales amount of the orders in the store's currency. */
  gross: number
  previousUnits: number
  previousGross: number
}

export type Subscriber = { id: string | null; email: string }

export type SubscriberDetails = { id: string | null; email: string; billingAddressName: string }

export type Subscription = {
  id: string
  initialOrderToken: string
  firstInvoiceReceivedOn: string | null
  schedule: SubscriptionSchedule
  itemId: string
  name: string
  creationDate: string
  modificationDate: string
  /** Null once the subscription is canceled. */
  nextBillingDate: string | null
  cancelledOn: string | null
  /** The time when the subscription was paused. Null if it is not paused. A paused subscription can be resumed. */
  pausedOn: string | null
  /** The price of each payment, for one of `quantity`. */
  amount: number
  /** The currency of `amount`. Defaults to the currency of the account. */
  currency: string
  quantity: number
  /** The id of the plan. */
  userDefinedId: string
  /** The sum of the paid invoices in the currency of the first invoice. */
  totalSpent: number
  status: 'Active' | 'Paused' | 'Canceled'
  /** The payment gateway's id of the subscription. */
  gatewayId: string | null
  /** Any JSON object, at most 100 KB. */
  metadata: Record<string, unknown> | null
  cartId: string | null
  recurringShipping: boolean
  user: Subscriber
}

export type SubscriptionChange = {
  /** For one of `quantity`, rounded to the decimals of the currency. Times the quantity at most 999,999,999.99. */
  amount: number
  /** Another interval charges the new amount at once, unless the subscription is paused, and begins a new period. Without `intervalCount`, it stays as it is. */
  schedule: { interval: 'Year' | 'Month' | 'Week' | 'Day'; intervalCount?: number }
  /** In the future: nothing is charged until then, not even for another interval. */
  nextBillingDate?: string | Date | null
  quantity?: number
  /** Any JSON object, at most 100 KB. */
  metadata?: Record<string, unknown> | null
}

export type SubscriptionCount = number

export type SubscriptionCounts = {
  /** The subscriptions that were created in this time. */
  new: number
  /** The subscriptions that were canceled or finished in this time. */
  ended: number
}

export type SubscriptionCountsInterval = {
  /** The local day on which the interval begins, or the local hour, such as 2026-11-01T09:00. Weeks begin on Monday; `from` and `to` may cut the first and the last interval. */
  start: string
  /** The subscriptions that were created in this time. */
  new: number
  /** The subscriptions that were canceled or finished in this time. */
  ended: number
}

export type SubscriptionDetails = {
  id: string
  name: string
  /** Omitted unless the subscription was cancelled. */
  cancelledOn?: string
  state: 'Active' | 'Paused' | 'Canceled' | 'CancellationRequested' | 'Stopped' | 'Finished'
  user: SubscriberDetails
  schedule: SubscriptionInterval
  /** The date that the checkout has reported or an update has set, or the next date of the schedule after that date has passed. After a requested cancellation, the date at which the subscription ends. Null after the end. */
  nextBillingDate: string | null
  gatewayId: string | null
  /** The state of the newest invoice. */
  paymentStatus: 'Unpaid' | 'Paid' | 'Declined' | 'Void' | 'Pending' | null
  /** The next three payments; none if the subscription is paused, is going to end or has ended. */
  upcomingPayments: Array<UpcomingPayment>
  featureVersion: 'V1' | 'V3'
  /** The price of each payment, for one of `quantity`. */
  amount: number
  quantity: number
}

export type SubscriptionInterval = { interval: 'Year' | 'Month' | 'Week' | 'Day'; intervalCount: number }

export type SubscriptionInvoice = {
  id: string
  orderToken: string
  creationDate: string
  modificationDate: string
  subscriptionId: string
  amount: number
  /** The same as `amount`. */
  total: number
  paid: boolean
  /** The invoice number. */
  number: string
  taxes: Array<InvoiceTax>
}

export type SubscriptionPage = {
  /** Number of matching items on all pages. */
  totalItems: number
  offset: number
  limit: number
  items: Array<Subscription>
  from: string | null
  to: string | null
  userDefinedPlanName: string | null
  userDefinedCustomerNameOrEmail: string | null
  status: 'active' | 'paused' | 'canceled' | null
}

export type SubscriptionSchedule = {
  interval: 'Year' | 'Month' | 'Week' | 'Day'
  intervalCount: number
  trialPeriodInDays: number | null
  startsOn: string
}

export type SubscriptionSummary = {
  /** In V3, the token of the initial order. */
  id: string
  planName: string
  creationDate: string
  /** The e-mail address. */
  subscriber: string
  interval: 'yearly' | 'monthly' | 'weekly' | 'daily'
  intervalCount: number | null
  price: number
  /** The sum of the paid invoices in the currency of the first invoice. */
  totalSpent: number
  nextBillingDate: string | null
  /** The state of the newest invoice. */
  lastAttemptedInvoiceState: 'Unpaid' | 'Paid' | 'Declined' | 'Void' | 'Pending' | null
  featureVersion: 'V1' | 'V3'
}

export type SubscriptionsReport = {
  from: string
  to: string
  /** The period before has the same number of days, and ends on the day before `from`. */
  previousFrom: string
  previousTo: string
  /** The store's time zone, in which the days are. */
  timeZone: string
  interval: 'hour' | 'day' | 'week' | 'month'
  /** The subscriptions of both engines that are active now, also those that end later. */
  active: number
  /** The subscriptions that are paused now. */
  paused: number
  /** What the active subscriptions pay in a month now, by currency. A year counts as 12 months, 52 weeks or 365 days; the sum is rounded to the decimals of its currency. */
  monthlyRecurringRevenue: Array<RecurringRevenue>
  total: SubscriptionCounts
  previousTotal: SubscriptionCounts
  intervals: Array<SubscriptionCountsInterval>
  previousIntervals: Array<SubscriptionCountsInterval>
}

export type SummaryTax = {
  name: string
  rate: number
  amount: number
  numberForInvoice: string
  /** Whether the prices include the tax. */
  includedInPrice: boolean
  appliesOnShipping: boolean
  discountInducedAmountVariation: number
}

export type Tax = {
  taxName: string
  taxRate: number
  amount: number
  numberForInvoice: string
  /** Whether the prices include the tax. */
  includedInPrice: boolean
  appliesOnShipping: boolean
  discountInducedAmountVariation: number
}

export type UpcomingPayment = { subscriptionId: string; name: string; date: string }

export type Withdrawal = {
  id: string
  orderToken: string
  orderInvoiceNumber: string
  customerName: string
  requestedAt: string | null
  isPartial: boolean
  isOutsideWithdrawalPeriod: boolean
  refundAmount: number
  resolution: 'Pending' | 'Accepted' | 'Refused'
  resolvedAt: string | null
  confirmationNumber: string
  items: Array<{ itemUniqueId: string; itemName: string; quantity: number; unitPrice: number; totalPrice: number }>
}

/** The codes of problems that every endpoint has. */
export type CommonCode =
  | 'unauthorized'
  | 'insufficient_scope'
  | 'account_disabled'
  | 'maintenance'
  | 'validation_failed'
  | 'not_acceptable'
  | 'too_many_requests'
  | 'internal_error'
  | 'bad_gateway'
  | 'timeout'
  | 'unknown_path'
  | 'forbidden'

/** The input, the reply and the problem codes of each endpoint, by module. */
export interface Endpoints {
  /** Completed orders, their status and their digital goods. */
  orders: {
    /** Lists completed orders. The newest come first. Filters can be combined. */
    list: {
      input: {
        /** Items to skip. */
        offset?: number
        /** Items to return, at most 100. Larger values are lowered to 100; `limit` in the reply is the value that was used. */
        limit?: number
        /** Use `InProgress` for completed orders that were set back to it. They are otherwise omitted. */
        status?: 'InProgress' | 'Processed' | 'Disputed' | 'Shipped' | 'Delivered' | 'Pending' | 'Cancelled'
        /** Whether the order has a withdrawal that is not resolved yet. */
        hasPendingWithdrawal?: boolean
        /** Exact match, case-insensitive. */
        invoiceNumber?: string
        /** The `userDefinedId` of a product in the order. */
        productId?: string
        /** Matches any part of the billing first and last name (such as `Jane Doe`) or of the card holder name. Case-insensitive. */
        placedBy?: string
        /** The checkout was begun at or after this time. A date without a time means the start of that day (UTC). */
        from?: string | Date
        /** The checkout was begun at or before this time. A date without a time means the end of that day (UTC). */
        to?: string | Date
        /** Whether the order is a payment of a subscription. */
        isRecurringOrder?: boolean
        /** Exact match, case-insensitive. */
        billingAddressCity?: string
        /** Exact match, case-insensitive. */
        billingAddressCountry?: string
        /** Exact match, case-insensitive. */
        billingAddressProvince?: string
        /** Exact match, case-insensitive. */
        billingAddressPostalCode?: string
        /** Exact match, case-insensitive. */
        shippingAddressCity?: string
        /** Exact match, case-insensitive. */
        shippingAddressCountry?: string
        /** Exact match, case-insensitive. */
        shippingAddressProvince?: string
        /** Exact match, case-insensitive. */
        shippingAddressPostalCode?: string
        /** Only `Pending` orders whose payment is authorized and of which nothing is captured yet. An addition to the specification. */
        awaitsCapture?: true
        /** Only orders of which something was refunded. An addition to the specification. */
        hasRefunds?: true
      }
      reply: OrderPage
      item: Order
      code: CommonCode
    }
    /** Retrieves an order. */
    get: { input: { token: string }; reply: Order; code: CommonCode | 'not_found' }
    /** Updates an order. `status` is required; other fields that are not sent stay unchanged. `metadata` replaces the stored metadata. */
    update: {
      input: { token: string } & OrderChange
      reply: Order
      code:
        | CommonCode
        | 'malformed_json'
        | 'body_too_large'
        | 'unsupported_media_type'
        | 'gateway_not_connected'
        | 'gateway_refused'
        | 'gateway_timeout'
        | 'not_found'
        | 'precondition_failed'
        | 'conflict'
        | 'capture_under_way'
    }
    /** Lists the downloads of an order. `isValid` shows whether the buyer can still download a file. */
    digital: { input: { token: string }; reply: Array<DigitalGood>; code: CommonCode | 'not_found' }
  }
  /** Refunds of orders, made by this API or elsewhere. */
  refunds: {
    /** Lists the refunds of an order, the oldest first. Refunds that are under way, have failed or have another currency are not included. */
    list: { input: { token: string }; reply: Array<Refund>; code: CommonCode | 'not_found' }
    /** Retrieves a refund, also one that has failed. */
    get: { input: { token: string; id: string }; reply: Refund; code: CommonCode | 'not_found' }
    /** Refunds an order, in part or completely. This cannot be undone. */
    create: {
      input: { token: string } & RefundRequest
      reply: Refund
      code:
        | CommonCode
        | 'malformed_json'
        | 'body_too_large'
        | 'unsupported_media_type'
        | 'gateway_not_connected'
        | 'gateway_refused'
        | 'gateway_timeout'
        | 'request_in_progress'
        | 'idempotency_key_reused'
        | 'not_found'
        | 'conflict'
        | 'not_paid'
        | 'refund_under_way'
    }
    /** Lists the refunds of an order, at the earlier path. @deprecated */
    listV1: { input: { token: string }; reply: Array<Refund>; code: CommonCode | 'not_found' }
    /** Retrieves a refund, at the earlier path. @deprecated */
    getV1: { input: { token: string; id: string }; reply: Refund; code: CommonCode | 'not_found' }
    /** Refunds an order, in the earlier form. This cannot be undone. @deprecated */
    createV1: {
      input: { token: string } & RefundRequestV1
      reply: Refund
      code:
        | CommonCode
        | 'malformed_json'
        | 'body_too_large'
        | 'unsupported_media_type'
        | 'gateway_not_connected'
        | 'gateway_refused'
        | 'gateway_timeout'
        | 'request_in_progress'
        | 'idempotency_key_reused'
        | 'not_found'
        | 'conflict'
        | 'not_paid'
        | 'refund_under_way'
    }
  }
  /** Customers who have ordered or registered. */
  customers: {
    /** Lists customers. By default, those with the most orders come first. */
    list: {
      input: {
        /** Items to skip. */
        offset?: number
        /** Items to return, at most 100. Larger values are lowered to 100; `limit` in the reply is the value that was used. */
        limit?: number
        /** `Confirmed`: has registered. `Unconfirmed`: a guest. */
        status?: 'Unconfirmed' | 'Confirmed'
        /** Exact match, case-insensitive. */
        email?: string
        /** Matches any part of the billing first and last name, such as `Jane Doe`. Case-insensitive. */
        name?: string
        /** Created at or after this time. A date without a time means the start of that day (UTC). */
        from?: string | Date
        /** Created at or before this time. A date without a time means the end of that day (UTC). */
        to?: string | Date
        /** Sort order, descending: number of orders, amount of orders, or creation date. */
        orderBy?: 'NbrOrders' | 'OrdersValue' | 'Date'
      }
      reply: CustomerPage
      item: Customer
      code: CommonCode
    }
    /** Retrieves a customer. */
    get: { input: { id: string }; reply: Customer; code: CommonCode | 'not_found' }
    /** Lists a customer's orders. The newest come first. Orders in progress are not included. */
    orders: {
      input: {
        id: string
        /** Orders to skip. Use the `next` URL of the `Link` header to get the next page. */
        offset?: number
      }
      reply: Array<Order>
      item: Order
      code: CommonCode | 'not_found'
    }
    /** Updates a customer. An address that is sent replaces the stored one; other fields that are not sent stay unchanged. With `cartToken`, the e-mail address and the addresses are also copied to that open cart. */
    update: {
      input: { id: string } & CustomerChange
      reply: NestedCustomer
      code:
        | CommonCode
        | 'malformed_json'
        | 'body_too_large'
        | 'unsupported_media_type'
        | 'not_found'
        | 'precondition_failed'
        | 'email_in_use'
        | 'conflict'
    }
    /** Deletes a customer. Their sessions end and their orders stay. The e-mail address can be registered again. */
    remove: {
      input: { id: string }
      reply: undefined
      code: CommonCode | 'not_found' | 'precondition_failed' | 'conflict'
    }
  }
  /** Sessions of customers who are logged in. */
  sessions: {
    /** Retrieves a session and its customer. Returns 404 after the session expires. */
    get: { input: { token: string }; reply: Session; code: CommonCode | 'not_found' }
  }
  /** Subscriptions, their state and their invoices. */
  subscriptions: {
    /** Lists V1 subscriptions. The newest come first. Filters can be combined. */
    list: {
      input: {
        /** Items to skip. */
        offset?: number
        /** Items to return, at most 100. Larger values are lowered to 100; `limit` in the reply is the value that was used. */
        limit?: number
        /** Created at or after this time. A date without a time means the start of that day (UTC). */
        from?: string | Date
        /** Created at or before this time. A date without a time means the end of that day (UTC). */
        to?: string | Date
        /** `all` means no filter. */
        status?: 'active' | 'paused' | 'canceled'
        /** Matches any part of the plan's name or id. Case-insensitive. */
        userDefinedPlanName?: string
        /** Matches any part of the subscriber's e-mail address or name. Case-insensitive. */
        userDefinedCustomerNameOrEmail?: string
      }
      reply: SubscriptionPage
      item: Subscription
      code: CommonCode
    }
    /** Retrieves a V1 subscription. */
    get: { input: { id: string }; reply: Subscription; code: CommonCode | 'not_found' }
    /** Lists the invoices of a V1 subscription. The newest come first. */
    invoices: {
      input: {
        id: string
        /** Invoices to skip. Use the `next` URL of the `Link` header to get the next page. */
        offset?: number
      }
      reply: Array<SubscriptionInvoice>
      item: SubscriptionInvoice
      code: CommonCode | 'not_found'
    }
    /** Cancels a V1 subscription at once. A canceled subscription stays as it is. */
    cancel: {
      input: { id: string }
      reply: Subscription
      code:
        | CommonCode
        | 'gateway_not_connected'
        | 'gateway_refused'
        | 'gateway_timeout'
        | 'not_found'
        | 'conflict'
        | 'precondition_failed'
    }
    /** Pauses a V1 subscription. Its payments are discounted by 100 percent. */
    pause: {
      input: { id: string }
      reply: Subscription
      code:
        | CommonCode
        | 'gateway_not_connected'
        | 'gateway_refused'
        | 'gateway_timeout'
        | 'request_in_progress'
        | 'idempotency_key_reused'
        | 'not_found'
        | 'conflict'
        | 'state_conflict'
        | 'precondition_failed'
    }
    /** Resumes a paused V1 subscription. */
    resume: {
      input: { id: string }
      reply: Subscription
      code:
        | CommonCode
        | 'gateway_not_connected'
        | 'gateway_refused'
        | 'gateway_timeout'
        | 'request_in_progress'
        | 'idempotency_key_reused'
        | 'not_found'
        | 'conflict'
        | 'state_conflict'
        | 'precondition_failed'
    }
    /** Updates a V1 subscription. Another amount or quantity applies from the next payment on. */
    update: {
      input: { id: string } & SubscriptionChange
      reply: Subscription
      code:
        | CommonCode
        | 'malformed_json'
        | 'body_too_large'
        | 'unsupported_media_type'
        | 'gateway_not_connected'
        | 'gateway_refused'
        | 'gateway_timeout'
        | 'not_found'
        | 'conflict'
        | 'state_conflict'
        | 'precondition_failed'
    }
    /** Counts V3 subscriptions in some states. The reply is a number. */
    count: {
      input: {
        /** Repeat the parameter, or separate several states by commas. */
        states: Array<'Active' | 'Paused' | 'CancellationRequested' | 'Stopped' | 'Finished'>
        /** Counts the subscriptions of this mode, whatever the mode of the key. */
        mode?: 'Live' | 'Test'
      }
      reply: SubscriptionCount
      code: CommonCode | 'feature_not_enabled'
    }
    /** Lists subscriptions of V1 and V3. The newest come first. Filters can be combined. */
    dashboardList: {
      input: {
        /** Items to skip. */
        offset?: number
        /** Items to return, at most 100. Larger values are lowered to 100; `limit` in the reply is the value that was used. */
        limit?: number
        /** Created at or after this time. A date without a time means the start of that day (UTC). */
        from?: string | Date
        /** Created at or before this time. A date without a time means the end of that day (UTC). */
        to?: string | Date
        /** `active`, `paused`, `canceled` or `all`. By default, all that have not ended. `active` includes those with a requested cancellation; `canceled` are all that have ended. Any other value means `all`. */
        status?: string
        /** The GUID of the subscriber. */
        customerId?: string
        /** Matches any part of the plan's name or id. Case-insensitive. */
        userDefinedPlanName?: string
        /** Matches any part of the subscriber's e-mail address or name. Case-insensitive. */
        userDefinedCustomerNameOrEmail?: string
        /** The state of the newest invoice. */
        lastAttemptedInvoiceState?: 'Unpaid' | 'Paid' | 'Declined' | 'Void' | 'Pending'
      }
      reply: DashboardSubscriptionPage
      item: SubscriptionSummary
      code: CommonCode | 'feature_not_enabled'
    }
    /** Retrieves a subscription of V1 or V3. */
    dashboardGet: {
      input: {
        id: string
        /** The engine of the subscription. In V3, its id is the token of its initial order. */
        version?: 'V1' | 'V3'
      }
      reply: SubscriptionDetails
      code: CommonCode | 'feature_not_enabled' | 'not_found'
    }
    /** Cancels a subscription of V1 or V3. One of V3 ends at its next billing date. */
    dashboardCancel: {
      input: {
        id: string
        /** The engine of the subscription. In V3, its id is the token of its initial order. */
        version?: 'V1' | 'V3'
      }
      reply: SubscriptionDetails
      code:
        | CommonCode
        | 'gateway_not_connected'
        | 'gateway_refused'
        | 'gateway_timeout'
        | 'feature_not_enabled'
        | 'not_found'
        | 'conflict'
        | 'precondition_failed'
    }
    /** Lists the invoices of a subscription of V1 or V3. The newest come first. */
    dashboardInvoices: {
      input: {
        id: string
        /** The engine of the subscription. In V3, its id is the token of its initial order. */
        version?: 'V1' | 'V3'
        /** Invoices to skip. Use the `next` URL of the `Link` header to get the next page. */
        offset?: number
      }
      reply: Array<DashboardSubscriptionInvoice>
      item: DashboardSubscriptionInvoice
      code: CommonCode | 'feature_not_enabled' | 'not_found'
    }
  }
  /** Products of the store, their sales and their inventory. */
  products: {
    /** Lists products. Each has its all-time sales, or its sales between two dates. By default, best sellers come first. */
    list: {
      input: {
        /** Items to skip. */
        offset?: number
        /** Items to return, at most 100. Larger values are lowered to 100; `limit` in the reply is the value that was used. */
        limit?: number
        /** NbrSales: most units sold first. SalesValue: highest sales amount first. CreationDate: newest first. */
        orderBy?: 'NbrSales' | 'SalesValue' | 'CreationDate'
        /** Part of the id, case-insensitive. The product that has exactly this id comes first. */
        userDefinedId?: string
        /** Part of the name, the description or the `userDefinedId`, case-insensitive. The first 10,000 characters of each text are searched. Only the first 1,000 are searched if `keywords` begins with punctuation, has more than 100 characters or is part of very many different words, or if `userDefinedId`, `from` or `to` is also sent. */
        keywords?: string
        /** Sales count only orders completed at or after this time. A date without a time means the start of that day (UTC). */
        from?: string | Date
        /** Sales count only orders completed at or before this time. A date without a time means the end of that day (UTC). */
        to?: string | Date
        /** Whether to include archived products. */
        archived?: boolean
        /** Whether to list only products that have been sold. */
        excludeZeroSales?: boolean
      }
      reply: ProductPage
      item: Product
      code: CommonCode
    }
    /** Retrieves a product. */
    get: {
      input: {
        /** The GUID of the product, or its `userDefinedId`. */
        id: string
      }
      reply: Product
      code: CommonCode | 'not_found'
    }
    /** Imports products. They are read from a page or a JSON document of the store's own site. */
    crawl: {
      input: PageToFetch
      reply: Array<Product>
      code:
        | CommonCode
        | 'malformed_json'
        | 'body_too_large'
        | 'unsupported_media_type'
        | 'request_in_progress'
        | 'idempotency_key_reused'
        | 'page_not_readable'
        | 'conflict'
        | 'unavailable'
    }
    /** Sets the inventory of a product. An archived product is restored. */
    update: {
      input: {
        /** The GUID of the product, or its `userDefinedId`. */
        id: string
      } & ProductChange
      reply: Product
      code:
        | CommonCode
        | 'malformed_json'
        | 'body_too_large'
        | 'unsupported_media_type'
        | 'not_found'
        | 'precondition_failed'
        | 'conflict'
    }
    /** Archives a product. It is listed only with `archived`, until a checkout event, a page, an import or an update restores it. The reply is the archived product. */
    remove: {
      input: {
        /** The GUID of the product, or its `userDefinedId`. */
        id: string
      }
      reply: Product
      code: CommonCode | 'not_found' | 'precondition_failed' | 'conflict'
    }
  }
  /** Carts that did not become orders. */
  carts: {
    /** Lists abandoned carts. The most recently changed come first. Filters can be combined. */
    list: {
      input: {
        /** Carts per page. Values above 100 are lowered to 100. */
        limit?: number
        /** The `continuationToken` of the previous page. Send the same filters as for that page. */
        continuationToken?: string
        /** How long ago the cart was last changed. */
        timeRange?: 'Anytime' | 'LessThan4Hours' | 'LessThanADay' | 'LessThanAWeek' | 'LessThanAMonth'
        /** Excludes carts with a lower total. */
        minimalValue?: number
        /** Exact match, case-insensitive. */
        email?: string
        /** The `userDefinedId` of the product. */
        productId?: string
        /** Exact match, case-insensitive. */
        campaignId?: string
      }
      reply: AbandonedCarts
      item: AbandonedCart
      code: CommonCode | 'feature_not_enabled'
    }
    /** Retrieves an abandoned cart. Returns 404 if the cart has become an order. */
    get: { input: { token: string }; reply: AbandonedCart; code: CommonCode | 'feature_not_enabled' | 'not_found' }
  }
  /** Discounts, and the codes that trigger them. */
  discounts: {
    /** Lists discounts. Archived ones are included. They are sorted by creation time, except imported ones. */
    list: {
      input: {
        /** A cursor: the id of the last item of the previous reply. The `Link` header contains it. */
        after?: string
      }
      reply: Array<Discount>
      item: Discount
      code: CommonCode
    }
    /** Retrieves a discount. */
    get: { input: { id: string }; reply: Discount; code: CommonCode | 'not_found' }
    /** Creates a discount. The trigger and type determine which fields are required. */
    create: {
      input: NewDiscount
      reply: Discount
      code:
        | CommonCode
        | 'malformed_json'
        | 'body_too_large'
        | 'unsupported_media_type'
        | 'request_in_progress'
        | 'idempotency_key_reused'
        | 'code_in_use'
        | 'conflict'
    }
    /** Updates a discount. Fields not sent keep their value; null clears it. */
    update: {
      input: { id: string } & DiscountChange
      reply: Discount
      code:
        | CommonCode
        | 'malformed_json'
        | 'body_too_large'
        | 'unsupported_media_type'
        | 'not_found'
        | 'code_in_use'
        | 'precondition_failed'
        | 'conflict'
    }
    /** Deletes a discount. A discount used in a completed order cannot be deleted. */
    remove: {
      input: { id: string }
      reply: undefined
      code: CommonCode | 'not_found' | 'discount_used' | 'precondition_failed' | 'conflict'
    }
  }
  /** The ways a store ships its goods, and what each costs. */
  shipping: {
    /** Lists shipping methods. They are sorted by creation time, except imported ones. */
    list: {
      input: {
        /** A cursor: the id of the last item of the previous reply. The `Link` header contains it. */
        after?: string
      }
      reply: Array<ShippingMethod>
      item: ShippingMethod
      code: CommonCode
    }
    /** Retrieves a shipping method. */
    get: { input: { id: string }; reply: ShippingMethod; code: CommonCode | 'not_found' }
    /** Creates a shipping method. Shipping is enabled for the store if it was disabled. */
    create: {
      input: NewShippingMethod
      reply: ShippingMethod
      code:
        | CommonCode
        | 'malformed_json'
        | 'body_too_large'
        | 'unsupported_media_type'
        | 'request_in_progress'
        | 'idempotency_key_reused'
        | 'conflict'
    }
    /** Replaces a shipping method. Fields not sent are reset. */
    update: {
      input: { id: string } & NewShippingMethod
      reply: ShippingMethod
      code:
        | CommonCode
        | 'malformed_json'
        | 'body_too_large'
        | 'unsupported_media_type'
        | 'not_found'
        | 'precondition_failed'
        | 'conflict'
    }
    /** Deletes a shipping method. */
    remove: {
      input: { id: string }
      reply: undefined
      code: CommonCode | 'not_found' | 'precondition_failed' | 'conflict'
    }
  }
  /** The default domain of a store, and the other domains that may use its checkout. */
  domains: {
    /** Retrieves the default domain. Returns 404 until one is set. */
    get: { input: object; reply: Domain; code: CommonCode | 'not_found' }
    /** Replaces the default domain. The previous default domain stays allowed only if it was added to the allowed domains. */
    update: {
      input: DefaultDomain
      reply: Domain
      code:
        | CommonCode
        | 'malformed_json'
        | 'body_too_large'
        | 'unsupported_media_type'
        | 'precondition_failed'
        | 'conflict'
    }
    /** Lists allowed domains. They are sorted by the time they were added. The default domain is not included. */
    list: { input: object; reply: Array<Domain>; code: CommonCode }
    /** Adds allowed domains. If a domain is already allowed, its protocol is updated. An entry with the default domain is skipped. */
    allow: {
      input: Array<NewDomain>
      reply: Array<Domain>
      code:
        | CommonCode
        | 'malformed_json'
        | 'body_too_large'
        | 'unsupported_media_type'
        | 'request_in_progress'
        | 'idempotency_key_reused'
        | 'conflict'
    }
    /** Removes allowed domains. If any of them is not an allowed domain, the request fails with `validation_failed` and none is removed. */
    disallow: {
      input: Array<RemovedDomain>
      reply: Array<Domain>
      code: CommonCode | 'malformed_json' | 'body_too_large' | 'unsupported_media_type' | 'conflict'
    }
  }
  /** The account of the API key. */
  account: {
    /** Retrieves the account of the API key. */
    get: { input: object; reply: Account; code: CommonCode }
  }
  /** Figures of the store, beside those of the period before. */
  reports: {
    /** Reports open carts with their value, and recovered carts. */
    carts: {
      input: {
        /** The first day, in the store's local time. By default, 29 days before `to`. */
        from?: string
        /** The last day, in the store's local time; today by default. */
        to?: string
        /** The length of the intervals. A period has at most 400 intervals, and with `hour` at most 7 days. */
        interval?: 'hour' | 'day' | 'week' | 'month'
      }
      reply: CartsReport
      code: CommonCode
    }
    /** Lists the best-selling products of a period. Each has its sales in the period before. */
    products: {
      input: {
        /** The first day, in the store's local time. By default, 29 days before `to`. */
        from?: string
        /** The last day, in the store's local time; today by default. */
        to?: string
        /** The figure by which the best sellers are sorted. */
        orderBy?: 'gross' | 'units'
        /** Products to return. */
        limit?: number
      }
      reply: ProductsReport
      code: CommonCode
    }
    /** Reports sales by hour, day, week or month. They are grouped by currency, country or product. */
    sales: {
      input: {
        /** The first day, in the store's local time. By default, 29 days before `to`. */
        from?: string
        /** The last day, in the store's local time; today by default. */
        to?: string
        /** The length of the intervals. A period has at most 400 intervals, and with `hour` at most 7 days. */
        interval?: 'hour' | 'day' | 'week' | 'month'
        /** What the sales in a group have in common. Each currency of a country is a group of its own. */
        by?: 'currency' | 'country' | 'product'
        /** The `userDefinedId` of the product; required if `by` is `product`. */
        productId?: string
      }
      reply: SalesReport
      code: CommonCode
    }
    /** Reports new and ended subscriptions, and their revenue. */
    subscriptions: {
      input: {
        /** The first day, in the store's local time. By default, 29 days before `to`. */
        from?: string
        /** The last day, in the store's local time; today by default. */
        to?: string
        /** The length of the intervals. A period has at most 400 intervals, and with `hour` at most 7 days. */
        interval?: 'hour' | 'day' | 'week' | 'month'
      }
      reply: SubscriptionsReport
      code: CommonCode
    }
  }
  /** Events by which the checkout reports what happens in it. */
  events: {
    /** Sends events of the checkout. They belong to the account and the mode of the key. */
    send: {
      input: SentEvent | Array<SentEvent>
      reply: Array<EventResult>
      code:
        | CommonCode
        | 'malformed_json'
        | 'body_too_large'
        | 'unsupported_media_type'
        | 'request_in_progress'
        | 'idempotency_key_reused'
        | 'unavailable'
    }
  }
}

export const endpoints = {
  orders: {
    list: { method: 'GET', path: '/orders', paging: 'offset' },
    get: { method: 'GET', path: '/orders/{token}' },
    update: { method: 'PUT', path: '/orders/{token}', hasBody: true },
    digital: { method: 'GET', path: '/orders/{token}/digital' },
  },
  refunds: {
    list: { method: 'GET', path: '/orders/{token}/refunds' },
    get: { method: 'GET', path: '/orders/{token}/refunds/{id}' },
    create: { method: 'POST', path: '/orders/{token}/refunds', hasBody: true },
    listV1: { method: 'GET', path: '/v1/orders/{token}/refunds' },
    getV1: { method: 'GET', path: '/v1/orders/{token}/refunds/{id}' },
    createV1: { method: 'POST', path: '/v1/orders/{token}/refunds', hasBody: true },
  },
  customers: {
    list: { method: 'GET', path: '/customers', paging: 'offset' },
    get: { method: 'GET', path: '/customers/{id}' },
    orders: { method: 'GET', path: '/customers/{id}/orders', paging: 'link' },
    update: { method: 'PUT', path: '/customers/{id}', hasBody: true },
    remove: { method: 'DELETE', path: '/customers/{id}' },
  },
  sessions: { get: { method: 'GET', path: '/usersessions/{token}' } },
  subscriptions: {
    list: { method: 'GET', path: '/subscriptions', paging: 'offset' },
    get: { method: 'GET', path: '/subscriptions/{id}' },
    invoices: { method: 'GET', path: '/subscriptions/{id}/invoices', paging: 'link' },
    cancel: { method: 'DELETE', path: '/subscriptions/{id}' },
    pause: { method: 'POST', path: '/subscriptions/{id}/pause' },
    resume: { method: 'POST', path: '/subscriptions/{id}/resume' },
    update: { method: 'PUT', path: '/subscriptions/{id}', hasBody: true },
    count: { method: 'GET', path: '/subscriptions/count' },
    dashboardList: { method: 'GET', path: '/dashboard/subscriptions', paging: 'offset' },
    dashboardGet: { method: 'GET', path: '/dashboard/subscriptions/{id}' },
    dashboardCancel: { method: 'DELETE', path: '/dashboard/subscriptions/{id}' },
    dashboardInvoices: { method: 'GET', path: '/dashboard/subscriptions/{id}/invoices', paging: 'link' },
  },
  products: {
    list: { method: 'GET', path: '/products', paging: 'offset' },
    get: { method: 'GET', path: '/products/{id}' },
    crawl: { method: 'POST', path: '/products', hasBody: true },
    update: { method: 'PUT', path: '/products/{id}', hasBody: true },
    remove: { method: 'DELETE', path: '/products/{id}' },
  },
  carts: {
    list: { method: 'GET', path: '/carts/abandoned', paging: 'token' },
    get: { method: 'GET', path: '/carts/abandoned/{token}' },
  },
  discounts: {
    list: { method: 'GET', path: '/discounts', paging: 'link' },
    get: { method: 'GET', path: '/discounts/{id}' },
    create: { method: 'POST', path: '/discounts', hasBody: true },
    update: { method: 'PUT', path: '/discounts/{id}', hasBody: true },
    remove: { method: 'DELETE', path: '/discounts/{id}' },
  },
  shipping: {
    list: { method: 'GET', path: '/shipping_methods', paging: 'link' },
    get: { method: 'GET', path: '/shipping_methods/{id}' },
    create: { method: 'POST', path: '/shipping_methods', hasBody: true },
    update: { method: 'PUT', path: '/shipping_methods/{id}', hasBody: true },
    remove: { method: 'DELETE', path: '/shipping_methods/{id}' },
  },
  domains: {
    get: { method: 'GET', path: '/settings/domain' },
    update: { method: 'PUT', path: '/settings/domain', hasBody: true },
    list: { method: 'GET', path: '/settings/alloweddomains' },
    allow: { method: 'POST', path: '/settings/alloweddomains', hasBody: true },
    disallow: { method: 'DELETE', path: '/settings/alloweddomains', hasBody: true },
  },
  account: { get: { method: 'GET', path: '/account' } },
  reports: {
    carts: { method: 'GET', path: '/reports/carts' },
    products: { method: 'GET', path: '/reports/products' },
    sales: { method: 'GET', path: '/reports/sales' },
    subscriptions: { method: 'GET', path: '/reports/subscriptions' },
  },
  events: { send: { method: 'POST', path: '/checkout/events', hasBody: true } },
} as const

/** The representation of products in the API, and the schemas of the requests. */

import * as z from 'zod'
import {
  boolean,
  booleanFilter,
  caseInsensitiveEnum,
  dateTime,
  guid,
  integer,
  nonBlank,
  nullableText,
  text,
} from '../core/fields.ts'
import { attachUnusedFieldFinder } from '../core/ignored-fields.ts'
import { metadata } from '../core/metadata.ts'
import { PageQuery, pageSchema, periodParameters } from '../core/paging.ts'
import { modes } from '../core/tenant.ts'

export const CustomField = z
  .object({
    name: z.string(),
    type: z.string(),
    options: z
      .string()
      .describe('Choices, separated by |. A choice may include what it adds to the price: Medium[+2.00].'),
    required: z.boolean(),
    value: z.string(),
    operation: z.number().describe('What the current value adds to the price.'),
    optionsArray: z.array(z.string()).describe('The choices without their price adjustments.'),
  })
  .meta({ id: 'ProductCustomField' })

export const inventoryMethods = ['Single', 'Variant', 'Disabled'] as const
const method = caseInsensitiveEnum(inventoryMethods)
const orders = ['NbrSales', 'SalesValue', 'CreationDate'] as const

const Choice = z.object({ name: nonBlank(500), option: nonBlank(500) })

/**
 * The stock in replies. It has no minimum, because sales may make the stock lower than the minimum that `newStock` sets
 * for requests.
 */
const stock = z.int()
const newStock = integer({ min: -2_147_483_648 })
const negativeStock = 'Negative only if out-of-stock purchases are allowed.'

const Variant = z
  .object({ stock, variation: z.array(Choice).min(1).max(20), allowOutOfStockPurchases: boolean })
  .meta({ id: 'ProductVariant' })

export const Product = z
  .object({
    id: guid,
    userDefinedId: z.string().describe('The id that the store gave the product.'),
    account_Id: z.int(),
    mode: caseInsensitiveEnum(modes),
    url: z.string(),
    name: nullableText,
    description: nullableText,
    image: nullableText,
    price: z.number(),
    currency: z.string().describe('The currency of `price`: that of the last order or cart with the product.'),
    categories: z.array(z.string()),
    creationDate: dateTime,
    modificationDate: dateTime,
    archived: z.boolean(),
    fileGuid: nullableText,
    metadata,
    statistics: z
      .object({ numberOfSales: z.int(), totalSales: z.number() })
      .describe(
        "Sales in the store's own currency. Orders in other currencies are included in `numberOfSales` but not in `totalSales`. A `totalSales` of more than 15 digits is rounded to double precision.",
      ),
    customFields: z.array(CustomField),
    inventoryManagementMethod: method.optional().describe('Absent if the inventory is not configured.'),
    stock: stock.optional().describe('Only when the method is Single.'),
    totalStock: z
      .int()
      .optional()
      .describe('The sum of the stock of all variants, or `stock` if the method is Single.'),
    allowOutOfStockPurchases: z.boolean().optional(),
    variants: z.array(Variant).optional().describe('Only when the method is Variant.'),
  })
  .meta({ id: 'Product' })
export type Product = z.output<typeof Product>

export const ProductPage = pageSchema(Product, 'ProductPage')

export const ProductParams = z.object({ id: z.string().describe('The GUID of the product, or its `userDefinedId`.') })

export const CrawlRequest = z
  .object({
    fetchUrl: nonBlank(2048).describe(
      'The URL of a page with elements of the class shop-add-item, or of a JSON document.',
    ),
  })
  .meta({ id: 'PageToFetch' })
export type CrawlRequest = z.output<typeof CrawlRequest>

export const ProductQuery = PageQuery.extend({
  orderBy: caseInsensitiveEnum(orders)
    .prefault('NbrSales')
    .describe('NbrSales: most units sold first. SalesValue: highest sales amount first. CreationDate: newest first.'),
  userDefinedId: text(500)
    .optional()
    .describe('Part of the id, case-insensitive. The product that has exactly this id comes first.'),
  keywords: text(500)
    .optional()
    .describe(
      'Part of the name, the description or the `userDefinedId`, case-insensitive. The first 10,000 characters of each text are searched. Only the first 1,000 are searched if `keywords` begins with punctuation, has more than 100 characters or is part of very many different words, or if `userDefinedId`, `from` or `to` is also sent.',
    ),
  ...periodParameters('Sales count only orders completed'),
  archived: booleanFilter({ unfiltered: true }).prefault(false).describe('Whether to include archived products.'),
  excludeZeroSales: booleanFilter({ unfiltered: false })
    .prefault(false)
    .describe('Whether to list only products that have been sold.'),
})
export type ProductQuery = z.output<typeof ProductQuery>

/**
 * Returns the fields that the inventory management method does not use, with the reason. These fields are a fault
 * only in a strict request, because clients often send all fields.
 */
function unusedFields({ inventoryManagementMethod }: Record<string, unknown>): Record<string, string> {
  const { data: sent } = method.safeParse(inventoryManagementMethod)
  if (!sent) return {}
  const reason = `is not used when inventoryManagementMethod is ${sent}`
  return {
    ...(sent !== 'Single' && { stock: reason }),
    ...(sent !== 'Variant' && { variants: reason }),
    ...(sent === 'Disabled' && { allowOutOfStockPurchases: reason }),
  }
}

const NewVariant = Variant.extend({
  stock: newStock.nullish().describe(negativeStock),
  allowOutOfStockPurchases: boolean.nullish(),
}).meta({ id: 'NewProductVariant' })

/** `PUT /products/{id}` sets only the inventory. Other fields come from checkout events, pages and imports. */
const Change = z
  .object({
    inventoryManagementMethod: method
      .nullish()
      .describe(
        'If omitted, the value is unchanged. If the stock is not tracked yet, stock alone means Single, and variants alone mean Variant.',
      ),
    stock: newStock
      .nullish()
      .describe(`Only when the method is Single. ${negativeStock} If omitted, the value is unchanged.`),
    allowOutOfStockPurchases: boolean.nullish().describe('If omitted, the value is unchanged; false by default.'),
    variants: z
      .array(NewVariant)
      .max(1000)
      .nullish()
      .describe('Only when the method is Variant. Variants not sent stay unchanged.'),
  })
  .meta({ id: 'ProductChange' })
export const ProductChange = attachUnusedFieldFinder(Change, unusedFields)
export type ProductChange = z.output<typeof ProductChange>

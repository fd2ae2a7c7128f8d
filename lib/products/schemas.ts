/** The product as callers see it, and what they ask and send. */

import * as z from 'zod'
import { boolean, choice, dateTime, dateTimeEnd, guid, integer, nonBlank, text } from '../core/fields.ts'
import { metadata } from '../core/metadata.ts'
import { PageQuery, pageSchema } from '../core/page.ts'
import { modes } from '../core/tenant.ts'
import { example } from './example.ts'

const methods = ['Single', 'Variant', 'Disabled'] as const
const orders = ['NbrSales', 'SalesValue', 'CreationDate'] as const

const words = z.string().nullable()

const CustomField = z
  .object({
    name: words,
    type: words,
    options: words.describe(
      'Choices, separated by |; one may carry what it adds to the price: Medium[+2.00].',
    ),
    required: z.boolean(),
    value: words,
    operation: z.number().describe('What the value adds to the price.'),
    optionsArray: z.array(z.string()).describe('The bare names of the choices.'),
  })
  .meta({ id: 'ProductCustomField' })

const Choice = z.object({ name: nonBlank(500), option: nonBlank(500) })

/** Below nothing where more was sold than there was; orders may have moved it beyond what can be sent. */
const stock = z.int()
const newStock = integer({ min: -2_147_483_648 })

const Variant = z
  .object({
    stock,
    variation: z.array(Choice).min(1).max(20),
    allowOutOfStockPurchases: boolean,
  })
  .meta({ id: 'ProductVariant' })

export const Product = z
  .object({
    id: guid,
    userDefinedId: z.string().describe('The id that the shop gave the product.'),
    account_Id: z.int(),
    mode: choice(modes),
    url: words,
    name: words,
    description: words,
    image: words,
    price: z.number().nullable(),
    categories: z.array(z.string()),
    creationDate: dateTime,
    modificationDate: dateTime,
    archived: z.boolean(),
    fileGuid: words,
    metadata,
    statistics: z.object({ numberOfSales: z.int(), totalSales: z.number() }),
    customFields: z.array(CustomField),
    inventoryManagementMethod: choice(methods)
      .optional()
      .describe('Absent until the inventory is configured.'),
    stock: stock.optional().describe('When the method is Single.'),
    totalStock: z.int().optional().describe('Of all variants, or the single stock.'),
    allowOutOfStockPurchases: z.boolean().optional(),
    variants: z.array(Variant).optional().describe('When the method is Variant.'),
  })
  .meta({ id: 'Product', examples: [example] })
export type Product = z.output<typeof Product>

export const ProductPage = pageSchema(Product, 'ProductPage')

export const ProductId = z.object({
  id: z.string().describe('The GUID, or the id that the shop gave the product.'),
})

export const CrawlRequest = z
  .object({
    fetchUrl: nonBlank(2048).describe('A page with buttons of the class shop-add-item, or a JSON document.'),
  })
  .meta({ id: 'PageToFetch' })
export type CrawlRequest = z.output<typeof CrawlRequest>

export const ProductQuery = PageQuery.extend({
  orderBy: choice(orders)
    .prefault('NbrSales')
    .describe('The most sold, the highest sum or the newest first.'),
  userDefinedId: text(500).optional().describe('A part of it, in either case.'),
  keywords: text(500)
    .optional()
    .describe(
      'A part of the name, of the description or of the id that the shop gave, in either case; of name and description the first 1,000 characters are looked through.',
    ),
  from: dateTime.optional().describe('Statistics count orders completed at this time or later.'),
  to: dateTimeEnd.optional().describe('Statistics count orders completed at this time or earlier.'),
  archived: boolean.prefault(false).describe('Whether archived products are listed too.'),
  excludeZeroSales: boolean.prefault(false).describe('Whether only products with a sale are listed.'),
})
export type ProductQuery = z.output<typeof ProductQuery>

const NewVariant = Variant.extend({
  stock: newStock.nullish(),
  allowOutOfStockPurchases: boolean.nullish(),
}).meta({ id: 'NewProductVariant' })

/** A product is described on the shop's own pages: here only its inventory is read. */
export const ProductChange = z
  .object({
    inventoryManagementMethod: choice(methods).nullish().describe('Not sent, it stays as it is.'),
    stock: newStock.nullish().describe('When the method is Single; not sent, it stays as it is.'),
    allowOutOfStockPurchases: boolean.nullish().describe('Not sent, it stays as it is; false at first.'),
    variants: z
      .array(NewVariant)
      .max(1000)
      .nullish()
      .describe('When the method is Variant; those that are not sent stay as they are.'),
  })
  .meta({ id: 'ProductChange' })
export type ProductChange = z.output<typeof ProductChange>

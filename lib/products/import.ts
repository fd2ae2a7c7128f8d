/** Imports products and their stock from another server. */

import { hash } from 'node:crypto'
import * as z from 'zod'
import {
  booleanOrFalse,
  optionalAmount,
  optionalDate,
  optionalInteger,
  optionalText,
  requiredText,
} from '../core/event-fields.ts'
import {
  type EventStamp,
  earlierOf,
  importReplaces,
  importStamp,
  mergeImported,
  stampTime,
} from '../core/event-stamp.ts'
import { caseInsensitiveEnum } from '../core/fields.ts'
import { toJson } from '../core/json.ts'
import { metadata, withMetadataLimit } from '../core/metadata.ts'
import { currencyOrDefault } from '../core/money.ts'
import type { Tenant } from '../core/tenant.ts'
import { parseInput } from '../core/validation.ts'
import { EventItem } from '../orders/index.ts'
import { requirePackedSize } from '../store/attributes.ts'
import { changeByKeyWithResult } from '../store/change.ts'
import { choiceNameOf } from './custom-field-choices.ts'
import type { ProductRow } from './entity.ts'
import type { Inventory } from './inventory.ts'
import { present } from './presenter.ts'
import { descriptionOf, modifiedAt, type ProductFields, withDescription } from './rules.ts'
import { keyOfUpdate, rowAfterUpdate } from './save.ts'
import { inventoryMethods, Product } from './schemas.ts'
import { productDefinition } from './stored-object.ts'
import { requireVariantsSize } from './variants.ts'

const ImportedVariant = z.object({
  stock: optionalInteger.transform(stock => stock ?? 0),
  variation: z.array(z.object({ name: requiredText(), option: requiredText().transform(choiceNameOf) })).min(1),
  allowOutOfStockPurchases: booleanOrFalse,
})

export const ImportedProduct = withMetadataLimit(
  z.object({
    userDefinedId: requiredText(),
    name: optionalText,
    url: optionalText,
    price: optionalAmount,
    currency: optionalText,
    description: optionalText,
    image: optionalText,
    categories: EventItem.shape.categories,
    customFields: EventItem.shape.customFields,
    metadata: metadata.nullish().transform(value => value ?? null),
    fileGuid: optionalText,
    archived: booleanOrFalse,
    creationDate: optionalDate,
    modificationDate: optionalDate,
    inventoryManagementMethod: caseInsensitiveEnum(inventoryMethods).nullish(),
    stock: optionalInteger,
    allowOutOfStockPurchases: booleanOrFalse,
    variants: z.array(ImportedVariant).max(1000).nullish(),
  }),
).refine(({ creationDate, modificationDate }) => creationDate ?? modificationDate, {
  path: ['modificationDate'],
  error: 'is required if there is no creationDate',
})
type ImportedProduct = z.output<typeof ImportedProduct>

interface ImportContext {
  accountCurrency: string
  /** True if the stock at the source replaces any stock of the product. */
  overwriteStock?: boolean | undefined
}

interface ProductImport extends Pick<ImportContext, 'overwriteStock'> {
  product: ImportedProduct
  stamp: EventStamp
}

export async function importProduct(
  tenant: Tenant,
  product: ImportedProduct,
  { accountCurrency, overwriteStock }: ImportContext,
) {
  const { userDefinedId, creationDate, modificationDate } = product
  const stamp = importStamp(modificationDate ?? creationDate ?? '')
  const imported = { product, stamp, overwriteStock }
  const update = { userDefinedId, apply: (row: ProductRow) => rowAfterImport(row, imported) }
  const context = { tenant, source: { stamp, accountCurrency } }
  const { row, result } = await changeByKeyWithResult(productDefinition, keyOfUpdate(tenant, update), before => {
    const after = rowAfterUpdate(before, update, context)
    requireValid(after)
    return after
  })
  return { id: row.id, result }
}

function rowAfterImport(row: ProductRow, imported: ProductImport): ProductRow {
  const { product, stamp } = imported
  const customFields = product.customFields.map(({ name, type, options, required, value }) => {
    return { name, type, options, required, value }
  })
  const description = descriptionOf(
    { ...product, customFields },
    currencyOrDefault(product.currency, row.accountCurrency),
  )
  const isCurrent = importReplaces(stamp, row.latest.description?.stamp)
  return {
    ...row,
    ...(isCurrent && withDescription(row, mergeImported<ProductFields>(row.latest, { description }, stamp))),
    creationDate: earlierOf(row.creationDate, product.creationDate ?? row.creationDate),
    inventory: inventoryAfterImport(row, imported),
    archivedAt: archivedAtAfterImport(row, product, stamp),
  }
}

/**
 * Archives the product if it is archived on the server from which it is imported; otherwise restores it. If a request
 * to this API has changed the product after its last change on that server, `archivedAt` stays as it is.
 */
function archivedAtAfterImport(
  { changedAt = '', archivedAt }: ProductRow,
  product: ImportedProduct,
  stamp: EventStamp,
) {
  if (changedAt > stampTime(stamp)) return archivedAt
  return product.archived ? stampTime(stamp) : undefined
}

function inventoryAfterImport(row: ProductRow, { product, stamp, overwriteStock }: ProductImport) {
  const { inventory } = row
  const imported = inventoryOf(product)
  if (!imported) return inventory
  const importedAs = hash('sha256', toJson([stampTime(stamp), imported]))
  const isReplaced = !inventory || overwriteStock || hasChangedAtSource(row, { inventory, importedAs, stamp })
  return isReplaced ? { ...imported, importedAs, ...(inventory?.moved && { moved: inventory.moved }) } : inventory
}

interface StockAtSource {
  inventory: Inventory
  importedAs: string
  stamp: EventStamp
}

/**
 * Returns whether the source has changed the product since the last import, or since a request to this API has set the
 * stock. Sales do not count as changes here: a sale that changed the stock at the source, too, must not keep its stock
 * from being imported, and a sale of this store alone does not change the product at the source.
 */
const hasChangedAtSource = (row: ProductRow, { inventory, importedAs, stamp }: StockAtSource) =>
  inventory.asImported ||
  (inventory.importedAs ? inventory.importedAs !== importedAs : stampTime(stamp) > (row.changedAt ?? modifiedAt(row)))

function inventoryOf(product: ImportedProduct): Inventory | undefined {
  const { stock, allowOutOfStockPurchases, variants } = product
  const method = product.inventoryManagementMethod ?? impliedMethod(product)
  if (!method || method === 'Disabled') return method && { method }
  if (method === 'Single') return { method, stock: stock ?? 0, allowOutOfStockPurchases }
  return { method, variants: requireVariantsSize(variants ?? []), allowOutOfStockPurchases }
}

function impliedMethod({ stock, variants }: ImportedProduct) {
  if (variants && variants.length > 0) return 'Variant'
  return stock === null ? undefined : 'Single'
}

/** The maximum size of the compressed description. A row has at most 400 KB, and the variants may need 150 KB. */
const maxBytes = 190_000

function requireValid(row: ProductRow): void {
  requirePackedSize('product', row.latest, maxBytes)
  parseInput(Product, present(row), 'the product')
}

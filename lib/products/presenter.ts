/** A stored product in its public form. */

import { fromCents } from '../core/money.ts'
import type { ProductRow } from './entity.ts'
import type { Inventory } from './inventory.ts'
import { namesIn, operationOf } from './options.ts'
import { type Description, isArchived, modifiedAt } from './rules.ts'
import type { Product } from './schemas.ts'

/** Units, and what was paid for them. */
export interface Sales {
  units: number
  cents: number
}

/** With its sales of all time, unless those of some other time are asked for. */
export function present(row: ProductRow, { units, cents }: Sales = row): Product {
  const said = row.latest.description?.value ?? unsaid
  return {
    id: row.id,
    userDefinedId: row.userDefinedId,
    account_Id: row.account,
    mode: row.mode,
    url: said.url,
    name: said.name,
    description: said.description,
    image: said.image,
    price: said.price,
    categories: said.categories,
    creationDate: row.creationDate,
    modificationDate: modifiedAt(row),
    archived: isArchived(row),
    fileGuid: said.fileGuid,
    metadata: said.metadata,
    statistics: { numberOfSales: units, totalSales: fromCents(cents) },
    customFields: said.customFields.map(presentField),
    ...(row.inventory && presentInventory(row.inventory)),
  }
}

const unsaid: Description = {
  name: null,
  url: null,
  price: null,
  description: null,
  image: null,
  categories: [],
  customFields: [],
  metadata: null,
  fileGuid: null,
}

const presentField = ({ name, type, options, required, value }: Description['customFields'][number]) => ({
  name,
  type,
  options,
  required,
  value,
  operation: operationOf({ options, value }),
  optionsArray: namesIn(options),
})

function presentInventory(inventory: Inventory): Partial<Product> {
  const inventoryManagementMethod = inventory.method
  if (inventory.method === 'Disabled') return { inventoryManagementMethod }
  const { allowOutOfStockPurchases } = inventory
  if (inventory.method === 'Single') {
    const { stock } = inventory
    return { inventoryManagementMethod, stock, totalStock: stock, allowOutOfStockPurchases }
  }
  const variants = inventory.variants.map(({ stock, variation, allowOutOfStockPurchases }) => ({
    stock,
    variation: variation.map(({ name, option }) => ({ name, option })),
    allowOutOfStockPurchases,
  }))
  const totalStock = variants.reduce((sum, { stock }) => sum + stock, 0)
  return { inventoryManagementMethod, totalStock, allowOutOfStockPurchases, variants }
}

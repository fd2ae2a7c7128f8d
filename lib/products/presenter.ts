/** Converts a stored product to its representation in the API. */

import { fromMinorUnits, minorUnits } from '../core/money.ts'
import { choiceNamesIn, priceAdjustmentOf } from './custom-field-choices.ts'
import type { ProductRow } from './entity.ts'
import type { Inventory } from './inventory.ts'
import { type Description, isArchived, modifiedAt } from './rules.ts'
import type { Product } from './schemas.ts'

export interface Sales {
  unitsSold: bigint
  salesAmount: bigint
}

/** By default, the sales are those of all time. */
export function present(row: ProductRow, { unitsSold, salesAmount }: Sales = row): Product {
  const described = row.latest.description?.value ?? emptyDescription
  const { currency } = described
  return {
    id: row.id,
    userDefinedId: row.userDefinedId,
    account_Id: row.account,
    mode: row.mode,
    url: described.url ?? '',
    name: described.name,
    description: described.description,
    image: described.image,
    price: fromMinorUnits(described.price ?? minorUnits(0), currency),
    categories: described.categories,
    creationDate: row.creationDate,
    modificationDate: modifiedAt(row),
    archived: isArchived(row),
    fileGuid: described.fileGuid,
    metadata: described.metadata,
    statistics: {
      numberOfSales: Math.min(Number(unitsSold), Number.MAX_SAFE_INTEGER),
      totalSales: fromMinorUnits(salesAmount, row.accountCurrency),
    },
    customFields: described.customFields.map(field => presentField(field, currency)),
    ...(row.inventory && presentInventory(row.inventory)),
  }
}

const emptyDescription: Description = {
  name: null,
  url: null,
  price: null,
  description: null,
  image: null,
  categories: [],
  customFields: [],
  metadata: null,
  fileGuid: null,
  currency: '',
}

type CustomField = Description['customFields'][number]

const presentField = ({ name, type, options, required, value }: CustomField, currency: string) => ({
  name: name ?? '',
  type: type ?? '',
  options: options ?? '',
  required,
  value: value ?? '',
  operation: priceAdjustmentOf({ options, value }, currency),
  optionsArray: choiceNamesIn(options),
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

/** Converts a stored product to its representation in the API. */

import { fromMinorUnits, minorUnits } from '../core/money.ts'
import { projectWithDefaults } from '../core/project-with-defaults.ts'
import { choiceNamesIn, priceAdjustmentOf } from './custom-field-choices.ts'
import type { ProductRow } from './entity.ts'
import type { Inventory } from './inventory.ts'
import { type Description, isArchived, modifiedAt } from './rules.ts'
import { CustomField, Product } from './schemas.ts'

export type Sales = Pick<ProductRow, 'unitsSold' | 'salesAmount'>

/** Presents a product with the given sales, or else with its sales of all time. */
export function present(row: ProductRow, { unitsSold, salesAmount }: Sales = row): Product {
  const described: Partial<Description> = row.latest.description?.value ?? {}
  const { price, currency = row.accountCurrency, categories = [], customFields = [] } = described
  return projectWithDefaults(Product, {
    ...row,
    ...described,
    account_Id: row.account,
    price: fromMinorUnits(price ?? minorUnits(0), currency),
    currency: currency.toLowerCase(),
    categories,
    modificationDate: modifiedAt(row),
    archived: isArchived(row),
    statistics: {
      numberOfSales: Math.min(Number(unitsSold), Number.MAX_SAFE_INTEGER),
      totalSales: fromMinorUnits(salesAmount, row.accountCurrency),
    },
    customFields: customFields.map(field => presentField(field, currency)),
    ...(row.inventory && presentInventory(row.inventory)),
  })
}

const presentField = (field: Description['customFields'][number], currency: string) =>
  projectWithDefaults(CustomField, {
    ...field,
    operation: priceAdjustmentOf(field, currency),
    optionsArray: choiceNamesIn(field.options),
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

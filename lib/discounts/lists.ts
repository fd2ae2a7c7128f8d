/** The list of the completed orders that used a discount. Orders write its entries. */

import { filterList } from '../store/list-entry.ts'

export const usagesList = (discountId: string) => filterList('usages', 'discount', discountId)

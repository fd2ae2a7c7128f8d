/** The list of the completed orders that used a discount. Orders write its entries. */

import { filterList } from '../store/list-entry.ts'

export const ordersOfDiscountList = (discountId: string) => filterList('usages', 'discount', discountId)

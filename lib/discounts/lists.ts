/** Names the list of the completed orders that used a discount. */

import { filterList } from '../store/list-entry.ts'

export const ordersOfDiscountList = (discountId: string) => filterList('usages', 'discount', discountId)

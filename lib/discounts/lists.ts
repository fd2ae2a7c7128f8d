/** Names the list of the completed orders that used a discount. An order is on this list from its completion. */

import { filterList } from '../store/list-entry.ts'

export const ordersOfDiscountList = (discountId: string) => filterList('usages', 'discount', discountId)

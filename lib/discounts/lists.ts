/** Names the list of the completed orders that used a discount. */

import { filterList } from '../store/list-entry.ts'

export const discountUsagesList = (discountId: string) => filterList('usages', 'discount', discountId)

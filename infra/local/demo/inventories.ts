/** The stock of the demo store's products. */

import type { ProductChange } from '../../../lib/products/schemas.ts'

const single = (stock: number): ProductChange => ({ inventoryManagementMethod: 'Single', stock })
const variants =
  (name: string) =>
  (stocks: Record<string, number>): ProductChange => ({
    inventoryManagementMethod: 'Variant',
    variants: Object.entries(stocks).map(([option, stock]) => ({ variation: [{ name, option }], stock })),
  })
const formats = variants('Format')
const sizes = variants('Size')

/** By the product's id: some are nearly sold out, one is. Stock is not tracked for the other products. */
export const inventories: Record<string, ProductChange> = {
  'TEE-STRIPED': sizes({ XS: 14, S: 31, M: 44, L: 38, XL: 17, XXL: 2 }),
  'TEE-BLACK': sizes({ XS: 9, S: 22, M: 35, L: 41, XL: 20, XXL: 11 }),
  'TEE-NAVY': sizes({ XS: 0, S: 1, M: 0, L: 2, XL: 0, XXL: 1 }),
  'TEE-WHITE': sizes({ XS: 25, S: 60, M: 75, L: 70, XL: 40, XXL: 15 }),
  'MUG-BLUE': single(52),
  'MUG-SPECKLED': single(3),
  'MUG-FERN': single(64),
  'MUG-LARGE': single(27),
  'CUP-ESPRESSO': single(88),
  'CAP-CORD': single(33),
  'SCARF-LAMBSWOOL': single(18),
  'TOTE-CANVAS': single(140),
  'BEANIE-WOOL': single(1),
  'APRON-LINEN': single(0),
  'POSTER-HERON': formats({ A3: 42, A2: 18, A1: 2 }),
  'POSTER-FERN': formats({ A3: 35, A2: 4, A1: 9 }),
}

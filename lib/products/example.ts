/** The example in the documentation of products. */

export const example = {
  id: 'c0349575-806b-5657-9cc2-44e428d155a6',
  userDefinedId: 'TEE-BLACK',
  account_Id: 1001,
  mode: 'Test',
  url: '/products/tee-black',
  name: 'Classic tee, black',
  description: 'Organic cotton, heavy, cut straight',
  image: 'https://shop.example.com/images/tee-black.jpg',
  price: 20,
  categories: ['T-shirts'],
  creationDate: '2025-01-07T09:30:00.000Z',
  modificationDate: '2026-11-03T18:17:32.806Z',
  archived: false,
  fileGuid: null,
  metadata: null,
  statistics: { numberOfSales: 84, totalSales: 1712.5 },
  customFields: [
    {
      name: 'Size',
      type: 'dropdown',
      options: 'XS|S|M|L|XL|XXL[+2.00]',
      required: true,
      value: 'XXL',
      operation: 2,
      optionsArray: ['XS', 'S', 'M', 'L', 'XL', 'XXL'],
    },
  ],
  inventoryManagementMethod: 'Variant',
  totalStock: 17,
  allowOutOfStockPurchases: false,
  variants: [
    { stock: 12, variation: [{ name: 'Size', option: 'M' }], allowOutOfStockPurchases: false },
    { stock: 5, variation: [{ name: 'Size', option: 'XXL' }], allowOutOfStockPurchases: true },
  ],
}

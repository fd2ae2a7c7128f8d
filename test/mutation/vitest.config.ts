import { defineConfig } from 'vitest/config'

/** The tests of the code that is mutated. None of these tests needs the database. */
export default defineConfig({
  test: {
    include: [
      'test/core/{money,scale-integers}.test.ts',
      'test/orders/{payment,rules,stock-ledger,stored-refunds}.test.ts',
      'test/products/{inventory,rules,variants}.test.ts',
      'test/refunds/{rules,taxes}.test.ts',
    ],
  },
})

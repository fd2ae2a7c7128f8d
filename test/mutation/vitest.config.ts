import { defineConfig } from 'vitest/config'

/** The tests of the rules that are mutated. None needs the database. */
export default defineConfig({
  test: {
    include: [
      'test/core/{money,share}.test.ts',
      'test/orders/{payment,rules,stock-ledger,stored-refunds}.test.ts',
      'test/products/{inventory,rules,variants}.test.ts',
      'test/refunds/{rules,taxes}.test.ts',
    ],
  },
})

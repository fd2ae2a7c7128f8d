import { describe, expect, test } from 'vitest'
import { pastedNumber } from '../../lib/pages/form/pasted-number.ts'

describe('a pasted number', () => {
  test.each([
    ['1200', '.', 0, '1200'],
    ['1,200', '.', 0, '1200'],
    ['1,234,567', '.', 0, '1234567'],
    ['1.200', ',', 0, '1200'],
    ['1\u202f200', ',', 0, '1200'],
    ['1’200 pcs', '.', 0, '1200'],
    ['-1,200.00', '.', 0, '-1200.00'],
    ['12.00', ',', 0, '12,00'],
    ['1,234.5', '.', 2, '1234.5'],
    ['1.234,50 €', ',', 2, '1234,50'],
    ['1,200', '.', 2, '1200'],
    ['12.50', ',', 2, '12,50'],
    ['12,5', '.', 2, '12.5'],
    ['.5', ',', 4, ',5'],
    ['1,200', ',', 3, '1,200'],
  ])('%s with the separator %s and %i decimals is %s', (text, separator, decimals, expected) => {
    expect(pastedNumber(text, { separator, decimals })).toBe(expected)
  })

  test.each([
    ['12.5', '.', 0],
    ['1.200', '.', 0],
    ['1,200', ',', 0],
    ['12,000', ',', 2],
    ['1,2345', '.', 2],
    ['1,20,000', '.', 0],
    ['12.3.4', '.', 2],
    ['3-4', '.', 0],
  ])('%s with the separator %s and %i decimals is refused', (text, separator, decimals) => {
    expect(pastedNumber(text, { separator, decimals })).toBeNull()
  })
})

import { describe, expect, test } from 'vitest'
import { formatNumber, pastedNumber, readNumber } from '../../lib/pages/form/number-text.ts'

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
    ['0,075', '.', 4, '0.075'],
    ['0.5', ',', 2, '0,5'],
    ['1,234,567', '.', 3, '1234567'],
    ['1,234.500', '.', 3, '1234.500'],
    ['Rs. 50', '.', 2, '50'],
    ['Fr. 1’200.50', '.', 2, '1200.50'],
    ['−5', '.', 0, '-5'],
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
    ['0.500', ',', 2],
    ['12.500', ',', 3],
    ['3 x 19.90', '.', 2],
    ['12\t15', '.', 0],
    ['1E+03', '.', 0],
    ['(5.00)', '.', 2],
    ['12 50', '.', 0],
    ["12'50", '.', 2],
  ])('%s with the separator %s and %i decimals is refused', (text, separator, decimals) => {
    expect(pastedNumber(text, { separator, decimals })).toBeNull()
  })
})

describe('a typed number', () => {
  test.each([
    ['1.200,50', ',', 2, 1200.5],
    ['1,200.50', '.', 2, 1200.5],
    ['1\u202f200,5', ',', 2, 1200.5],
    ['1,000', '.', 2, 1000],
    ['1.000', ',', 0, 1000],
    ['19,99', ',', 2, 19.99],
    ['19.99', ',', 2, 19.99],
    ['19,99', '.', 2, 19.99],
    ['0,5', '.', 2, 0.5],
    ['5,', ',', 2, 5],
    ['.5', '.', 2, 0.5],
    ['1.234', '.', 3, 1.234],
    ['12,3456', ',', 4, 12.3456],
    ['-2', '.', 0, -2],
    ['−2', '.', 0, -2],
    ['–2', '.', 0, -2],
    ['12,50 €', ',', 2, 12.5],
    ['5%', '.', 4, 5],
    ['1 200', ',', 0, 1200],
    ['', '.', 2, ''],
  ])('%s with the separator %s and %i decimals is %s', (text, separator, decimals, expected) => {
    expect(readNumber(text, { separator, decimals })).toBe(expected)
  })

  test.each([
    ['1.200', '.', 2],
    ['1.200', '.', 0],
    ['12.5', '.', 0],
    ['1,200.505', '.', 2],
    ['1,5000', ',', 2],
    ['12.500', ',', 3],
    ['-', '.', 0],
    ['.', '.', 2],
    ['abc', '.', 2],
    ['1e5', '.', 2],
    ['12 50', '.', 2],
    ["12'50", '.', 0],
    ['1 5', ',', 0],
    ['1 200 50', ',', 0],
    ['(5)', '.', 0],
    ['10k', '.', 0],
    ['1½', '.', 0],
    ['50ct', '.', 2],
    ['EUR.50', '.', 2],
  ])('%s with the separator %s and %i decimals stays a text', (text, separator, decimals) => {
    expect(readNumber(text, { separator, decimals })).toBe(text)
  })

  test.each([
    [1200.5, 'de', 2, true, '1200,50'],
    [1200.5, 'en', 2, false, '1200.5'],
    [1200, 'fr', 0, true, '1200'],
    [0.075, 'es', 4, false, '0,075'],
    ['1.2000', 'en', 2, true, '1.2000'],
    [1234.5, 'es-MX', 2, true, '1234.50'],
    [1234.5, 'fr-CH', 2, false, '1234.5'],
    [-0.5, 'de-CH', 2, false, '-0.5'],
  ])('%s is shown in %s with %i decimals as it can be typed', (value, locale, decimals, hasFixedDecimals, shown) => {
    expect(formatNumber(value, { locale, decimals, hasFixedDecimals })).toBe(shown)
  })
})

import { expect, test } from 'vitest'
import { alignColumns, formatDate } from '../../../infra/admin/text-tables.ts'

test('aligns every column to its widest cell and leaves no spaces at the ends of lines', () => {
  expect(
    alignColumns([
      ['id', 'name', 'state'],
      ['1001', 'Tea', ''],
      ['7', 'Café 🫖', 'on'],
    ]),
  ).toBe(['id    name    state', '1001  Tea', '7     Café 🫖  on'].join('\n'))
})

test('prints a cell with line breaks on one line', () => {
  expect(alignColumns([['Tea\nand\r\n\ttees', 'on']])).toBe('Tea and tees  on')
})

test('returns an empty string for no rows', () => {
  expect(alignColumns([])).toBe('')
})

test('prints dates to the minute', () => {
  expect(formatDate('2026-08-30T18:17:32.806Z')).toBe('2026-08-30 18:17 UTC')
  expect(formatDate(null)).toBe('-')
})

import { expect, test } from 'vitest'
import { columns, dateText } from '../../../infra/admin/columns.ts'

test('aligns every column to its widest cell and leaves no spaces at the ends of lines', () => {
  expect(
    columns([
      ['id', 'name', 'state'],
      ['1001', 'Tea', ''],
      ['7', 'Café 🫖', 'on'],
    ]),
  ).toBe(['id    name    state', '1001  Tea', '7     Café 🫖  on'].join('\n'))
})

test('prints a cell with line breaks on one line', () => {
  expect(columns([['Tea\nand\r\n\ttees', 'on']])).toBe('Tea and tees  on')
})

test('returns an empty string for no rows', () => {
  expect(columns([])).toBe('')
})

test('prints dates to the minute', () => {
  expect(dateText('2026-08-30T18:17:32.806Z')).toBe('2026-08-30 18:17 UTC')
  expect(dateText(null)).toBe('-')
})

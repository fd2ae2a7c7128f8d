import { expect, test } from 'vitest'
import { columns, moment } from '../../../infra/admin/columns.ts'

test('aligns every column to its widest cell and leaves no spaces at the ends of lines', () => {
  expect(
    columns([
      ['id', 'name', 'state'],
      ['1001', 'Tea', ''],
      ['7', 'Café 🫖', 'on'],
    ]),
  ).toBe(['id    name    state', '1001  Tea', '7     Café 🫖  on'].join('\n'))
})

test('a line break in a name breaks no table', () => {
  expect(columns([['Tea\nand\r\n\ttees', 'on']])).toBe('Tea and tees  on')
})

test('nothing is nothing', () => {
  expect(columns([])).toBe('')
})

test('says points in time to the minute', () => {
  expect(moment('2026-08-30T18:17:32.806Z')).toBe('2026-08-30 18:17 UTC')
  expect(moment(null)).toBe('-')
})

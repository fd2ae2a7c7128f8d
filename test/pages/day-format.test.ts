import { describe, expect, test } from 'vitest'
import { createDayFormat } from '../../lib/pages/form/day-format.ts'

describe.each([
  ['en-US', '04/03/2026', '2026-03-04'],
  ['en-GB', '03/04/2026', '2026-04-03'],
  ['de', '03.04.2026', '2026-04-03'],
  ['fr', '03/04/2026', '2026-04-03'],
  ['es', '03/04/2026', '2026-04-03'],
])('a day in %s', (locale, shown, read) => {
  const { format, parse } = createDayFormat(locale)

  test('is shown with its numbers in the order of the language, and read as it is shown', () => {
    expect(format('2026-04-03')).toBe(shown)
    expect(parse(shown)).toBe('2026-04-03')
  })

  test.each(['3.4.2026', '3/4/26', ' 03-04-2026', '3. 4. 2026.', 'So, 03.04.2026', 'mar. 3/4/2026', '3.4.2026 (Fr.)'])(
    'may be typed as %s',
    typed => {
      expect(parse(typed)).toBe(read)
    },
  )

  test.each(['2026-04-03', '2026/4/3', 'April 3, 2026', '3 Apr 2026'])('has only one meaning as %s', typed => {
    expect(parse(typed)).toBe('2026-04-03')
  })

  test.each(['', '3.4', '31.2.2026', '2026-02-30', 'am 3.4', '99.99.2026', '3.4.026', '2026', 'tomorrow'])(
    'is not "%s"',
    typed => {
      expect(parse(typed)).toBeNull()
    },
  )
})

test.each([
  ['de', '3. Dezember 2026', '2026-12-03'],
  ['de', 'Do., 3. Dez. 2026', '2026-12-03'],
  ['fr', 'le 3 août 2026', '2026-08-03'],
  ['es', '3 de diciembre de 2026', '2026-12-03'],
  ['fr', '3 jui 2026', null],
  ['en-US', '31 Feb 2026', null],
  ['en-US', 'April 3', null],
  ['fr', 'mar. 3/4', null],
])('a day in %s with the name of its month, %s, is %s', (locale, typed, read) => {
  expect(createDayFormat(locale).parse(typed)).toBe(read)
})

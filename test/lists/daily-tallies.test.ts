/** Tests the tallies of daily lists in the table: their names, their size, and what reading many months costs. */

import { hash } from 'node:crypto'
import { GetCommand } from '@aws-sdk/lib-dynamodb'
import { expect, test } from 'vitest'
import type { Tenant } from '../../lib/core/tenant.ts'
import { dailyEntry, readDailyTallies } from '../../lib/lists/daily-lists.ts'
import { localTimeBucket } from '../../lib/lists/position.ts'
import { rebuildTalliesOfList } from '../../lib/lists/rebuild-tallies.ts'
import { writeTally } from '../../lib/lists/tally.ts'
import { dividedPart, sumOf } from '../../lib/lists/tally-parts.ts'
import { client, tableConfig } from '../../lib/store/client.ts'
import { EntryRow, entryRowsOf } from '../../lib/store/list-entry.ts'
import { bytesOf } from '../bench/item-size.ts'
import { measure } from '../bench/meter.ts'
import { newTenant } from '../support/store.ts'
import { idOf } from './histories.ts'

async function save(tenant: Tenant, entries: Parameters<typeof dailyEntry>[0][]) {
  const listEntries = entries.map(dailyEntry)
  await EntryRow.put(entryRowsOf(tenant, listEntries)).go()
  for (const list of new Set(listEntries.map(({ list }) => list))) await rebuildTalliesOfList({ ...tenant, list })
}

const entryOf = (at: string, key: string[], kind = 'sales') => ({ kind, key, at, id: idOf(1), measures: [1n] })

test('reads the lists of one kind in a range of months, with any text in their keys', async () => {
  const tenant = await newTenant()
  const odd = ['eur', 'b/t c', '%2F', 'ü~', '💶', '', 'x'.repeat(5000)]
  await save(tenant, [
    ...odd.map(value => entryOf('2026-11-30T23:59:59.999', [value, 'DE'])),
    entryOf('2026-10-01T00:00:00.000', ['usd', '']),
    entryOf('2026-09-30T23:59:59.999', ['eur', 'DE']),
    entryOf('2026-12-01T00:00:00.000', ['eur', 'DE']),
    entryOf('2026-11-01T00:00:00.000', ['eur', 'DE'], 'sales-by-country'),
    entryOf('2026-11-01T00:00:00.000', [], 'none'),
  ])
  const tallies = await readDailyTallies(tenant, 'sales', { from: '2026-10-15', to: '2026-11-01' })
  const keys = tallies.map(({ key }) => key)
  expect(
    keys
      .filter(([first]) => first !== 'usd')
      .map(([first = '']) => first.slice(0, 5))
      .toSorted(),
  ).toEqual([...odd.slice(0, -1), hash('sha256', 'x'.repeat(5000)).slice(0, 5)].toSorted())
  expect(keys).toContainEqual(['usd', ''])
  expect(tallies.find(({ key }) => key[0] === 'eur')?.parts).toEqual({ d20261130: { count: 1, measures: [1n] } })
  expect(await readDailyTallies(tenant, 'none', { from: '2026-11-30', to: '2026-11-30' })).toMatchObject([{ key: [] }])
})

/** Returns a pseudo-random integer of at most `length` digits. */
const digits = (n: number, length: number) => BigInt(Math.floor(((n * 0.618_033_988_75) % 1) * 10 ** length))

/**
 * Writes the tally of a month, and returns the size of its row. The number of orders on a day has at most `countDigits`
 * digits, and each amount at most `amountDigits`.
 */
async function writeMonth(tenant: Tenant, month: string, [countDigits, amountDigits]: [number, number]) {
  const days = Array.from({ length: 31 }, (_, n) => String(n + 1).padStart(2, '0'))
  const parts = Object.fromEntries(
    days.map((day, n) => {
      const orders = digits(n + 1, countDigits)
      const amounts = [2, 3, 4, 5, 6].map(factor => digits((n + 1) * factor, amountDigits))
      const sum = { count: Number(orders) + 3, measures: [orders, ...amounts] }
      return [localTimeBucket(`${month}-${day}`), orders > 97 ? dividedPart(sum) : sum]
    }),
  )
  const list = { ...tenant, list: `daily/sales/${month}/eur` }
  await writeTally(list, { prefix: '', version: 0, ...sumOf(Object.values(parts)), parts })
  const Key = { pk: `${tenant.account}#${tenant.mode}#tally#${list.list}`, sk: '#' }
  const { Item = {} } = await client.send(new GetCommand({ TableName: tableConfig.table, Key }))
  return bytesOf(Item)
}

test.each<[string, [number, number], number]>([
  ['10 orders a day', [1, 5], 1024],
  ['100 orders a day', [2, 6], 1024],
  ['1,000 orders a day', [3, 7], 1024],
  ['100,000 orders a day', [5, 9], 1250],
])('the tally of a month with %s is small', async (_, lengths, max) => {
  const bytes = await writeMonth(await newTenant(), '2026-10', lengths)
  expect(bytes).toBeLessThanOrEqual(max)
})

test('two years of a currency cost at most 5 read units in a store of any size', async () => {
  const tenant = await newTenant()
  const months = Array.from(
    { length: 24 },
    (_, n) => `${2025 + Math.floor(n / 12)}-${String((n % 12) + 1).padStart(2, '0')}`,
  )
  for (const month of months) await writeMonth(tenant, month, [6, 10])
  const { result, cost } = await measure(() =>
    readDailyTallies(tenant, 'sales', { from: '2025-01-01', to: '2026-12-31' }),
  )
  expect(result).toHaveLength(24)
  expect(cost).toMatchObject({ calls: 1 })
  expect(cost.units).toBeLessThanOrEqual(5)
})

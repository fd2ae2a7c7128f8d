/** An entity and its entries never disagree, however many they are and whatever breaks in between. */

import { Entity, type EntityItem } from 'electrodb'
import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { newId } from '../../lib/kit/ids.ts'
import type { Tenant } from '../../lib/kit/tenant.ts'
import { everything, readEntries } from '../../lib/lists/entries.ts'
import { atTime } from '../../lib/lists/position.ts'
import { inTable } from '../../lib/store/client.ts'
import { finish, type Kind, save } from '../../lib/store/save.ts'
import { around, lostReply } from '../kit/mischief.ts'
import { newTenant } from '../kit/store.ts'

const ThingRow = new Entity(
  {
    model: { entity: 'thing', version: '1', service: 'store' },
    attributes: {
      account: { type: 'number', required: true },
      mode: { type: ['Live', 'Test'] as const, required: true },
      id: { type: 'string', required: true },
      version: { type: 'number', required: true },
      unfinished: {
        type: 'list',
        items: {
          type: 'map',
          properties: {
            partition: { type: 'string', required: true },
            position: { type: 'string', required: true },
          },
        },
      },
      status: { type: 'string', required: true },
      labels: { type: 'list', items: { type: 'string' }, required: true },
    },
    indexes: {
      byId: {
        pk: {
          field: 'pk',
          composite: ['account', 'mode', 'id'],
          template: '${account}#${mode}#thing#${id}',
          casing: 'none',
        },
        sk: { field: 'sk', composite: [], template: 'thing', casing: 'none' },
      },
    },
  },
  inTable,
)
type Thing = EntityItem<typeof ThingRow>

const position = ({ id }: Thing) => atTime('2026-08-30T18:17:32.806Z', id)

const kind: Kind<Thing> = {
  entity: ThingRow,
  keyOf: ({ account, mode, id }) => ({ account, mode, id }),
  lists: thing =>
    ['things', `things/status=${thing.status}`, ...thing.labels.map(label => `things/label=${label}`)].map(
      list => ({
        list,
        position: position(thing),
        facets: [thing.status],
      }),
    ),
}

const labels = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => `L${from + n}`)
const newThing = async (some: string[]): Promise<Thing> => ({
  ...(await newTenant()),
  id: newId(),
  version: 0,
  status: 'new',
  labels: some,
})
const stored = async (thing: Thing) =>
  (await ThingRow.get(kind.keyOf(thing) as Thing).go({ consistent: true })).data

const every = ['new', 'sent']
  .map(status => `things/status=${status}`)
  .concat(
    'things',
    labels(0, 400).map(label => `things/label=${label}`),
  )

/** The lists that anything stands on, and what its entry says there. */
async function standing(tenant: Tenant, among = every) {
  const found = await Promise.all(
    among.map(
      async list =>
        [
          list,
          await readEntries(
            { account: tenant.account, mode: tenant.mode, list },
            { range: everything, consistent: true },
          ),
        ] as const,
    ),
  )
  return Object.fromEntries(
    found
      .filter(([, entries]) => entries.length > 0)
      .map(([list, entries]) => [list, entries.map(entry => entry.facets?.[0])]),
  )
}

const wanted = (thing: Thing) =>
  Object.fromEntries(kind.lists(thing).map(({ list }) => [list, [thing.status]]))

let calm = () => {}
afterEach(() => calm())

/** Everything works until the n-th transaction, which and all after it are not done. */
function crashAt(transaction: number) {
  let seen = 0
  calm = around(async (command, send) => {
    if (command === 'TransactWriteItemsCommand' && ++seen >= transaction) throw new Error('crashed')
    return send()
  })
}

test('puts an entity on its lists, moves it, and takes it from those it leaves', async () => {
  const first = await save(kind, await newThing(['L1', 'L2']))
  expect(await standing(first)).toEqual(wanted(first))
  const second = await save(kind, { ...first, status: 'sent', labels: ['L2', 'L3'] }, first)
  expect(second.version).toBe(2)
  expect(await standing(second)).toEqual(wanted(second))
})

test('one of two writers wins and the other is told; entries are the winner’s', async () => {
  const first = await save(kind, await newThing([]))
  const both = ['L1', 'L2'].map(label => save(kind, { ...first, labels: [label] }, first))
  const outcomes = await Promise.allSettled(both)
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { name: 'Conflict' } })
  const row = await stored(first)
  expect(await standing(first)).toEqual(wanted(row!))
})

describe('with more entries than a transaction holds', () => {
  test('writes them all, and changes them all', async () => {
    const first = await save(kind, await newThing(labels(0, 250)))
    expect((await stored(first))?.unfinished).toBeUndefined()
    expect(await standing(first)).toEqual(wanted(first))
    const second = await save(kind, { ...first, status: 'sent', labels: labels(150, 400) }, first)
    expect(await standing(second)).toEqual(wanted(second))
    expect((await stored(second))?.unfinished).toBeUndefined()
  })

  test.each([1, 2, 3])(
    'a crash at transaction %i of them leaves nothing that the next to come upon it does not mend',
    async transaction => {
      const first = await save(kind, await newThing(labels(0, 150)))
      const change = { ...first, status: 'sent', labels: labels(100, 300) }
      crashAt(transaction)
      await expect(save(kind, change, first)).rejects.toThrow('crashed')
      calm()
      const left = (await stored(first))!
      if (transaction === 1) return expect(await standing(left)).toEqual(wanted(first))
      expect(left.unfinished).toBeDefined()
      await finish(kind, left)
      expect(await standing(left)).toEqual(wanted({ ...first, ...change }))
      expect((await stored(first))?.unfinished).toBeUndefined()
    },
  )

  test('a change to an unfinished entity puts everything right as well, and the late finisher leaves it so', async () => {
    const first = await save(kind, await newThing(labels(0, 150)))
    crashAt(2)
    await save(kind, { ...first, labels: labels(100, 300) }, first).catch(() => {})
    calm()
    const left = (await stored(first))!
    const mended = await save(kind, { ...left, labels: ['L7'] }, left)
    await finish(kind, left)
    expect(await standing(mended)).toEqual(wanted(mended))
  })
})

test('whatever happens to an entity, its entries say what it says', async () => {
  const states = fc.record({
    status: fc.constantFrom('new', 'sent'),
    labels: fc.uniqueArray(fc.constantFrom(...labels(0, 8))),
  })
  const among = every.slice(0, 12)
  await fc.assert(
    fc.asyncProperty(
      fc.array(states, { minLength: 1, maxLength: 8 }),
      fc.infiniteStream(fc.nat(7)),
      async (history, weather) => {
        let thing: Thing | undefined
        const fresh = await newThing([])
        for (const state of history) {
          calm = around(async (_, send) => {
            const reply = await send()
            if (weather.next().value === 0) throw lostReply()
            return reply
          })
          await save(kind, { ...fresh, ...state }, thing).catch(() => {})
          calm()
          thing = (await stored(fresh)) ?? undefined
        }
        expect(await standing(fresh, among)).toEqual(thing ? wanted(thing) : {})
      },
    ),
    { numRuns: 15, endOnFailure: true },
  )
}, 60_000)

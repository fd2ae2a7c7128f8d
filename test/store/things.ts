/** Things that stand on lists, as many lists as a test likes. */

import { Entity, type EntityItem } from 'electrodb'
import { newId } from '../../lib/kit/ids.ts'
import type { Tenant } from '../../lib/kit/tenant.ts'
import { everything, readEntries } from '../../lib/lists/entries.ts'
import { atTime } from '../../lib/lists/position.ts'
import { listed } from '../../lib/store/attributes.ts'
import { inTable } from '../../lib/store/client.ts'
import type { Kind } from '../../lib/store/save.ts'
import { newTenant } from '../kit/store.ts'

export const ThingRow = new Entity(
  {
    model: { entity: 'thing', version: '1', service: 'store' },
    attributes: {
      ...listed,
      id: { type: 'string', required: true },
      status: { type: 'string', required: true },
      labels: { type: 'list', items: { type: 'string' }, required: true },
      notes: { type: 'string' },
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
export type Thing = EntityItem<typeof ThingRow>

export const position = ({ id }: Thing) => atTime('2026-08-30T18:17:32.806Z', id)

export const kind: Kind<Thing> = {
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

export const labels = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, n) => `L${from + n}`)
export const newThing = async (some: string[]): Promise<Thing> => ({
  ...(await newTenant()),
  id: newId(),
  version: 0,
  status: 'new',
  labels: some,
})
export const stored = async (thing: Thing) =>
  (await ThingRow.get(kind.keyOf(thing) as Thing).go({ consistent: true })).data

export const every = ['new', 'sent']
  .map(status => `things/status=${status}`)
  .concat(
    'things',
    labels(0, 400).map(label => `things/label=${label}`),
  )

/** The lists that anything stands on, and what its entry says there. */
export async function standing(tenant: Tenant, among = every) {
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

export const wanted = (thing: Thing) =>
  Object.fromEntries(kind.lists(thing).map(({ list }) => [list, [thing.status]]))

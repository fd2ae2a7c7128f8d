/** Defines things, a test entity on any number of lists. */

import { Entity, type EntityItem } from 'electrodb'
import { newId } from '../../lib/core/ids.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { fullRange, readEntries } from '../../lib/lists/entries.ts'
import { timePosition } from '../../lib/lists/position.ts'
import { shardOf } from '../../lib/store/attributes.ts'
import { tableConfig } from '../../lib/store/client.ts'
import { key } from '../../lib/store/key-definitions.ts'
import { type EntityDefinition, versionedAttributes } from '../../lib/store/stored-object.ts'
import { newTenant } from '../support/store.ts'

export const ThingRow = new Entity(
  {
    model: { entity: 'thing', version: '1', service: 'store' },
    attributes: {
      ...versionedAttributes,
      id: { type: 'string', required: true },
      status: { type: 'string', required: true },
      labels: { type: 'list', items: { type: 'string' }, required: true },
      notes: { type: 'string' },
    },
    indexes: { byId: key({ pk: ['account', 'mode', '#thing', 'id'], sk: ['#thing'] }) },
  },
  tableConfig,
)
export type Thing = EntityItem<typeof ThingRow>

export const positionOf = ({ id }: Thing) => timePosition('2026-08-30T18:17:32.806Z', id)

export const thingDefinition: EntityDefinition<Thing> = {
  entity: ThingRow,
  keyOf: ({ account, mode, id }) => ({ account, mode, id }),
  listEntriesOf: thing =>
    ['things', `things/status=${thing.status}`, ...thing.labels.map(label => `things/label=${label}`)].map(list => ({
      list,
      position: positionOf(thing),
      facets: [thing.status],
    })),
}

export const labels = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => `L${from + n}`)
export async function newThing(labels: string[]): Promise<Thing> {
  const id = newId()
  return { ...(await newTenant()), id, shard: shardOf(id), version: 0, status: 'new', labels }
}

export const readThing = async (thing: Thing) =>
  (await ThingRow.get(thingDefinition.keyOf(thing) as Thing).go({ consistent: true })).data

export const allLists = ['new', 'sent']
  .map(status => `things/status=${status}`)
  .concat(
    'things',
    labels(0, 400).map(label => `things/label=${label}`),
  )

/** Returns the first facet of each entry, by list. Lists without entries are left out. */
export async function readAllEntries(tenant: Tenant, lists = allLists) {
  const entriesByList = await Promise.all(
    lists.map(
      async list =>
        [
          list,
          await readEntries(
            { account: tenant.account, mode: tenant.mode, list },
            { range: fullRange, consistent: true },
          ),
        ] as const,
    ),
  )
  return Object.fromEntries(
    entriesByList
      .filter(([, entries]) => entries.length > 0)
      .map(([list, entries]) => [list, entries.map(entry => entry.facets?.[0])]),
  )
}

export const expectedEntries = (thing: Thing) =>
  Object.fromEntries(thingDefinition.listEntriesOf(thing).map(({ list }) => [list, [thing.status]]))

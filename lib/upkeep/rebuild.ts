/** Makes the lists of a store anew from what they are derived from, while the store is in use. */

import { inLanes } from '../kit/lanes.ts'
import type { Tenant } from '../kit/tenant.ts'
import { recountAll } from '../lists/recount.ts'
import { relist as relistOne } from '../store/save.ts'
import { follow } from './follow.ts'
import { allOf, kinds } from './kinds.ts'

/** So many at a time: each of them is a few requests in sequence. */
const atOnce = 10

/** What was done, by kind. */
export type Tally = Record<string, number>

/** The entries of every entity are written again: for when a kind has gained a list. */
export async function relist(tenant: Tenant): Promise<Tally> {
  const done: Tally = {}
  for (const found of kinds) {
    let count = 0
    for await (const rows of allOf(found, tenant)) {
      await inLanes(rows, atOnce, row => relistOne(found.kind, row))
      count += rows.length
    }
    done[found.name] = count
  }
  return done
}

/** Every tally of every list on which anything stands is counted from the entries, and the saved numbers follow. */
export async function recount(tenant: Tenant): Promise<Tally> {
  const { account, mode } = tenant
  const lists = await listsOf(tenant)
  await inLanes(lists, atOnce, async list => {
    await recountAll({ account, mode, list })
    await follow({ account, mode, list })
  })
  return { lists: lists.size }
}

async function listsOf(tenant: Tenant): Promise<Set<string>> {
  const lists = new Set<string>()
  for (const found of kinds)
    for await (const rows of allOf(found, tenant))
      for (const { list } of rows.flatMap(row => found.kind.lists(row))) lists.add(list)
  return lists
}

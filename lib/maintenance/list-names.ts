/** The names of all lists of a store. No row holds them: they are collected from objects, tallies and counters. */

import type { Tenant } from '../core/tenant.ts'
import { readTallies } from '../lists/tally.ts'
import { countedListPrefixes } from './counters.ts'
import { entities, objects } from './entities.ts'

/** Includes lists that are empty but may have a wrong tally, as far as anything still refers to them. */
export async function listNames({ account, mode }: Tenant): Promise<Set<string>> {
  const tenant = { account, mode }
  const names = await listNamesWithoutRows(tenant)
  for (const { batches } of objects)
    for await (const rows of batches(tenant))
      for (const name of rows.flatMap(({ lists }) => lists())) names.add(name)
  return names
}

/** Those that are known without reading the rows of all entities. */
export async function listNamesWithoutRows(tenant: Tenant): Promise<Set<string>> {
  return new Set([...entities.flatMap(({ fixedLists }) => fixedLists), ...(await tallyListNames(tenant))])
}

/** Only tallies that sum up measures can be found without their list's name. */
async function tallyListNames(tenant: Tenant): Promise<string[]> {
  const tallies = await Promise.all(countedListPrefixes.map(prefix => readTallies(tenant, prefix)))
  return tallies.flat().map(({ list }) => list)
}

/** Commands that make a store's lists anew, while it is in use. */

import * as z from 'zod'
import { NewKey } from '../../lib/keys/schemas.ts'
import type { Rebuilt } from '../../lib/maintenance/index.ts'
import { columns } from './columns.ts'
import { command } from './command.ts'
import { wording } from './failure.ts'
import { option } from './option.ts'

const Store = z.object({
  account: option(NewKey.shape.account, 'NUMBER', "the account's number"),
  mode: option(NewKey.shape.mode, 'MODE', 'whose lists: Live or Test'),
})

/** What could not be done is said, and the rest is done all the same. */
const outcomeOf = ({ done, failed }: Rebuilt) => ({
  json: done,
  text: columns([['made anew', ''], ...Object.entries(done).map(([what, count]) => [what, String(count)])]),
  faults: failed.map(({ what, fault }) => `The ${what} could not be made anew: ${wording(fault)}`),
})

export const listCommands = [
  command({
    words: 'lists recount',
    purpose: 'Counts all lists of a store anew from what stands on them, and saves the numbers that follow.',
    options: Store,
    async run(tenant, openRooms) {
      const { maintenance } = await openRooms()
      const { rebuildTallies } = await maintenance()
      return outcomeOf(await rebuildTallies(tenant))
    },
  }),
  command({
    words: 'lists relist',
    purpose:
      'Puts everything on its lists again, for when there is a new list; recounting follows by itself.',
    options: Store,
    async run(tenant, openRooms) {
      const { maintenance } = await openRooms()
      const { rebuildEntries } = await maintenance()
      return outcomeOf(await rebuildEntries(tenant))
    },
  }),
]

/** The deletion of an account, which takes several steps: from the first one on, no request and no event is accepted. */

import { timestamp } from '../core/clock.ts'
import type { AccountId } from '../core/ids.ts'
import { Problem } from '../core/problem.ts'
import { AccountRow } from './entity.ts'

interface Deletion {
  name: string
  /** Null until it begins. */
  deletingSince: string | null
}

/** Finds the account also while it is being deleted, so that an interrupted deletion can go on. */
export async function findDeletion(account: AccountId): Promise<Deletion> {
  const { data } = await AccountRow.get({ account }).go({ consistent: true })
  if (!data) throw new Problem('not_found', { message: `There is no account ${account}.` })
  return { name: data.name, deletingSince: data.deletingSince ?? null }
}

/** Returns since when; a repeated call keeps the first time. */
export async function startDeletion(account: AccountId): Promise<string> {
  const at = timestamp()
  const marking = AccountRow.patch({ account }).data(({ deletingSince }, { ifNotExists }) =>
    ifNotExists(deletingSince, at),
  )
  const { data } = await marking.go({ response: 'all_new' })
  return data.deletingSince ?? at
}

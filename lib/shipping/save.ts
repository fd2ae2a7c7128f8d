/** Saves shipping methods. The first method of a store enables shipping. */

import { createWriteTransaction } from 'electrodb'
import { AccountRow } from '../accounts/entity.ts'
import { get as getAccount } from '../accounts/index.ts'
import { conditionalWrite, runTransaction } from '../store/conflict.ts'
import { MethodRow } from './entity.ts'

const tables = { MethodRow, AccountRow }

/** Writes the account only if shipping is not enabled yet, so that concurrent requests do not conflict. */
export async function createMethod(row: MethodRow): Promise<void> {
  const { account, shippingEnabled } = await getAccount(row.account)
  const transaction = createWriteTransaction(tables, ({ MethodRow, AccountRow }) => [
    MethodRow.create(row).commit(),
    ...(shippingEnabled ? [] : [AccountRow.patch({ account }).set({ shippingEnabled: true }).commit()]),
  ])
  await runTransaction(transaction)
}

export async function replaceMethod(before: MethodRow, after: MethodRow): Promise<void> {
  await conditionalWrite(() =>
    MethodRow.put(after)
      .where(({ version }, { eq }) => eq(version, before.version))
      .go(),
  )
}

export async function deleteMethod({ account, mode, id, version: versionBefore }: MethodRow): Promise<void> {
  await conditionalWrite(() =>
    MethodRow.delete({ account, mode, id })
      .where(({ version }, { eq }) => eq(version, versionBefore))
      .go(),
  )
}

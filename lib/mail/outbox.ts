/** Reads the mails that wait in the outbox, so that each store gets its turn, however many mails another store has. */

import type { Tenant } from '../core/tenant.ts'
import { pagesOf } from '../store/row-pages.ts'
import { EarlierMailRow, MailRow, OutboxPosition } from './entity.ts'

/** A store with waiting mails. `since` is the time when its oldest waiting mail was put into the outbox. */
export interface WaitingStore extends Tenant {
  since: string
}

const nameOf = ({ account, mode }: Tenant) => `${account} ${mode}`

/**
 * A mail is sorted by its store, then by a date. This text sorts after every date of a store, so a search that starts
 * after this text finds the next store.
 */
const afterAllDates = '~'

/** Finds the next store by its first mail. The query skips all mails of the given store. */
async function findStoreAfter(store: Tenant | null): Promise<WaitingStore | null> {
  const all = MailRow.query.unqueued({})
  const rest = store ? all.gt({ account: store.account, mode: store.mode, unqueuedSince: afterAllDates }) : all
  const { data } = await rest.go({ limit: 1 })
  const [row] = data
  return row ? { account: row.account, mode: row.mode, since: row.unqueuedSince ?? row.createdAt } : null
}

/**
 * Returns the stores with waiting mails, at most `max`. The first one is the store after `position`, so that the stores
 * take turns over several runs if there are more than `max`.
 */
export async function readWaitingStores(position: Tenant | null, max: number): Promise<WaitingStore[]> {
  const found = new Map<string, WaitingStore>()
  let last = position
  while (found.size < max) {
    const next = (await findStoreAfter(last)) ?? (last ? await findStoreAfter(null) : null)
    if (!next || found.has(nameOf(next))) break
    found.set(nameOf(next), next)
    last = next
  }
  return [...found.values()]
}

/** Yields the mails of a store, oldest first, and reads `pageSize` of them at a time. */
export async function* readMailsOfStore({ account, mode }: Tenant, pageSize: number): AsyncGenerator<MailRow> {
  const read = (page: { cursor: string | null }) =>
    MailRow.query.unqueued({ account, mode }).go({ ...page, limit: pageSize })
  for await (const { data } of pagesOf<MailRow>(({ cursor }) => read({ cursor }))) yield* data
}

/** Returns mails from the outbox of an earlier release, which sorted the mails of all stores by time. */
export async function readMailsOfEarlierRelease(limit: number): Promise<MailRow[]> {
  const { data } = await EarlierMailRow.query.unqueued({}).lt({ unqueuedSince: 'store' }).go({ limit })
  return data
}

/** Yields one item of each iterator in turn, until all iterators have ended. */
export async function* takeTurns<T>(sources: readonly AsyncIterator<T>[]): AsyncGenerator<T> {
  let open = sources
  while (open.length > 0) {
    const next: AsyncIterator<T>[] = []
    for (const source of open) {
      const { value, done } = await source.next()
      if (done) continue
      yield value
      next.push(source)
    }
    open = next
  }
}

/** Returns the last store whose mails the previous run moved to the queue. */
export async function readLastStore(): Promise<Tenant | null> {
  const { data } = await OutboxPosition.get({}).go()
  return data
}

export async function saveLastStore({ account, mode }: Tenant): Promise<void> {
  await OutboxPosition.put({ account, mode }).go()
}

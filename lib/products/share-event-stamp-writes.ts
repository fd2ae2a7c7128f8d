/**
 * Saves the newer stamp (time and event id) of an unchanged description. While a product sells fast, concurrent events
 * in one process share a write, because DynamoDB allows 1,000 write units a second for a row.
 */

import { conditionalWrite } from '../store/conditional-write.ts'
import { keyOf, ProductRow } from './entity.ts'
import { descriptionHash } from './rules.ts'

interface Confirmation {
  before: ProductRow
  after: ProductRow
}

interface WaitingConfirmation extends Confirmation {
  settle: (written: Promise<void>) => void
}

/**
 * The confirmations that wait while a stamp of the same description is written. A confirmation is an update that
 * contains the stored description again, with a newer stamp. The keys consist of the product and the hash of the
 * description.
 */
const waiting = new Map<string, WaitingConfirmation[]>()

const nameOf = ({ before, after: { account, mode, id } }: Confirmation) =>
  [account, mode, id, descriptionHash(before)].join('#')

/**
 * Saves the stamp of the description in `after`. Throws a Conflict if another description or a newer stamp was saved
 * first, or if the product was archived.
 */
export async function saveEventStampInSharedWrite(after: ProductRow, before: ProductRow): Promise<ProductRow> {
  const confirmation = { before, after }
  const others = waiting.get(nameOf(confirmation))
  await (others ? join(others, confirmation) : writeAndContinue([{ ...confirmation, settle: () => {} }]))
  return after
}

function join(others: WaitingConfirmation[], confirmation: Confirmation): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  others.push({ ...confirmation, settle: resolve })
  return promise
}

/**
 * Writes the newest of the confirmations, and settles all of them with this write. Then does the same for the
 * confirmations that have begun to wait during the write.
 */
function writeAndContinue(confirmations: readonly WaitingConfirmation[]): Promise<void> {
  const [newest] = confirmations.toSorted((one, other) => (stampOf(one) < stampOf(other) ? 1 : -1))
  if (!newest) return Promise.resolve()
  const name = nameOf(newest)
  waiting.set(name, [])
  const written = write(newest)
  const next = () => {
    const others = waiting.get(name) ?? []
    waiting.delete(name)
    void writeAndContinue(others)
  }
  for (const { settle } of confirmations) settle(written)
  written.then(next, next)
  return written
}

/**
 * Returns the hash of the description, followed by the stamp. Confirmations of the same description have the same hash,
 * so these texts sort by the stamps.
 */
const stampOf = ({ after: { describedBy = '' } }: Confirmation) => describedBy

/**
 * Writes the stamp only if the stored description is the same, its stamp is not newer, and the product is not archived.
 * The version is not checked, so concurrent orders of a product conflict only if the newer order is saved first.
 */
async function write({ before, after }: Confirmation): Promise<void> {
  const { latest, describedBy = '' } = after
  await conditionalWrite(() =>
    ProductRow.patch(keyOf(after, after.id))
      .set({ latest, describedBy })
      .add({ version: 1 })
      .where(
        ({ describedBy: stored, archivedAt }, { between, notExists }) =>
          `${between(stored, descriptionHash(before), describedBy)} AND ${notExists(archivedAt)}`,
      )
      .go(),
  )
}

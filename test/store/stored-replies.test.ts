/** Tests stored replies, among them replies that are longer than a row. */

import { randomBytes } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'
import { type KeyInUse, type RequestKey, storeReply, takeKey } from '../../lib/store/idempotency.ts'
import { replacePersonalReplies } from '../../lib/store/replace-personal-replies.ts'
import { interruptOnce, stopAt } from '../support/fault-injection.ts'
import { rawRowsOf } from '../support/raw-rows.ts'
import { newTenant } from '../support/store.ts'

afterEach(() => void vi.useRealTimers())

/** Returns a reply that fills three rows, because random bytes cannot be compressed. */
const newLongReply = () => randomBytes(700_000).toString('base64')
const newClaim = async () => ({ tenant: await newTenant(), endpoint: 'a.b', key: 'k', fingerprint: 'f' })

async function take(claim: RequestKey): Promise<KeyInUse> {
  const { keyInUse } = await takeKey(claim)
  if (!keyInUse) throw new Error('The key has a reply.')
  return keyInUse
}

const partsOf = async ({ tenant }: RequestKey) =>
  (await rawRowsOf(tenant.account)).filter(({ sk }) => String(sk).startsWith('part#'))

test('a call that ends after its use of the key has expired does not change the reply of the next one', async () => {
  const claim = await newClaim()
  const late = await take(claim)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31_000 })
  const next = await take(claim)
  const reply = newLongReply()
  await storeReply(next, reply)
  await storeReply(late, newLongReply())
  expect(await takeKey(claim)).toEqual({ reply })
})

test('an erasure does not change a key that another call has locked since it was read', async () => {
  const claim = await newClaim()
  await storeReply(await take(claim), 'personal')
  const { isDone } = interruptOnce(
    command => command === 'UpdateItemCommand',
    async () => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 25 * 3_600_000 })
      await storeReply(await take(claim), 'next')
    },
  )
  const erasure = { endpoints: ['a.b'], hasPersonalData: () => true, replacement: 'erased' }
  expect(await replacePersonalReplies(claim.tenant, erasure)).toBe(0)
  expect(isDone()).toBe(true)
  expect(await takeKey(claim)).toEqual({ reply: 'next' })
})

/** The numbers of the requests that delete rows, counted from 0. A query and three reads come before them. */
const deletions = [4, 5, 6]

test.each(deletions)('can be erased again if that stopped after request %i', { tags: ['long'] }, async request => {
  const claim = await newClaim()
  await storeReply(await take(claim), newLongReply())
  expect(await partsOf(claim)).toHaveLength(3)
  const hasPersonalData = (reply: string) => reply !== 'erased'
  const erase = () =>
    replacePersonalReplies(claim.tenant, { endpoints: ['a.b'], hasPersonalData, replacement: 'erased' })
  expect(await stopAt(request, 'after', erase)).toBe(true)
  expect(await erase()).toBe(1)
  expect(await partsOf(claim)).toEqual([])
  expect(await takeKey(claim)).toEqual({ reply: 'erased' })
  expect(await erase()).toBe(0)
})

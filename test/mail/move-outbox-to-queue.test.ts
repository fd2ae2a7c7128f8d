import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { log } from '../../lib/core/log.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { moveOutboxToQueue } from '../../lib/mail/index.ts'
import { Conflict } from '../../lib/store/conditional-write.ts'
import { newTenant } from '../support/store.ts'
import { newDirectory } from '../support/temporary.ts'
import { startMailServices } from './mail-services.ts'
import { caught, change, rowOf, stateOf, write } from './outbox.ts'

let tenant: Tenant
beforeEach(async () => {
  tenant = await newTenant()
  vi.stubEnv('MAIL_DIR', newDirectory())
  vi.spyOn(log, 'warn')
    .mockReset()
    .mockImplementation(() => {})
  vi.spyOn(log, 'error').mockImplementation(() => {})
})
afterEach(() => void vi.unstubAllEnvs())
afterAll(() => void vi.restoreAllMocks())

test('a mail for each refund: a second one is refused with its whole transaction', async () => {
  const id = await write(tenant)
  await expect(write(tenant, { to: 'bob@example.com' }, id)).rejects.toThrow(Conflict)
  expect((await rowOf(tenant, id))?.data.to).toBe('ann@example.com')
})

test('a row expires after 30 days', async () => {
  const { expiresAt, createdAt } = (await rowOf(tenant, await write(tenant)))!
  expect(Math.abs(expiresAt - Date.parse(createdAt) / 1000 - 30 * 24 * 3600)).toBeLessThan(60)
})

test('without a queue, mails of all stores are caught at once, and each once', async () => {
  const [one, other] = [tenant, await newTenant('Live')]
  const ids = [await write(one), await write(other, { language: 'de' })]
  await Promise.all([moveOutboxToQueue(), moveOutboxToQueue()])
  await moveOutboxToQueue()
  expect(ids.map(id => caught(id).subject)).toEqual([
    'Tea & Tees: refund of €12.50 for order INV-1279',
    expect.stringContaining('Rückerstattung'),
  ])
  expect(await stateOf(one, ids[0]!)).toEqual({ state: 'sent', isQueued: true })
})

test('a mail that cannot be written stays in the outbox, and is caught later', async () => {
  const [broken, fine] = [await write(tenant), await write(tenant)]
  const file = join(process.env.MAIL_DIR!, `${broken}.json`)
  mkdirSync(file)
  await moveOutboxToQueue()
  expect(await rowOf(tenant, broken)).toMatchObject({ state: 'waiting', reason: expect.stringMatching(/^EISDIR/) })
  expect(caught(fine).id).toBe(fine)
  vi.stubEnv('MAIL_DIR', newDirectory())
  await moveOutboxToQueue()
  expect(caught(broken).id).toBe(broken)
})

test('a mail that is always rejected is tried five times', async () => {
  const id = await write(tenant, { to: 'ann,bob@example.com' })
  for (let n = 0; n < 7; n++) await moveOutboxToQueue()
  expect(log.warn).toHaveBeenCalledTimes(5)
  expect(await rowOf(tenant, id)).toMatchObject({ state: 'waiting', attempts: 5 })
})

test('nothing is sent where neither a queue nor a directory is set', async () => {
  const id = await write(tenant)
  vi.stubEnv('MAIL_DIR', '')
  await moveOutboxToQueue()
  expect(await stateOf(tenant, id)).toEqual({ state: 'waiting', isQueued: false })
})

test('with a queue, hands over the key of each mail and nothing else, and again only what was not taken', async () => {
  /** This call empties the outbox of the mails that other tests have left. */
  await moveOutboxToQueue()
  const ids = []
  for (let n = 0; n < 12; n++) ids.push(await write(tenant))
  const busy = new Set([ids[3]])
  const { batches, close } = await startMailServices({ takes: id => !busy.has(id) })
  await moveOutboxToQueue()
  expect(batches.map(({ length }) => length)).toEqual([10, 2])
  expect(
    batches
      .flat()
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual(ids.toSorted())
  for (const message of batches.flat())
    expect(Object.keys(message).toSorted()).toEqual(['Id', 'account', 'delay', 'id', 'mode'])
  expect(await stateOf(tenant, ids[0]!)).toEqual({ state: 'waiting', isQueued: true })
  busy.clear()
  await moveOutboxToQueue()
  await moveOutboxToQueue()
  expect(batches.slice(2)).toMatchObject([[{ id: ids[3] }]])
  close()
})

test('a mail that was interrupted is given up after two minutes', async () => {
  const id = await write(tenant)
  const claimed = { state: 'sending', sendingSince: new Date().toISOString() }
  await change(tenant, id, claimed)
  await moveOutboxToQueue()
  expect(await stateOf(tenant, id)).toEqual({ state: 'sending', isQueued: false })
  await change(tenant, id, { sendingSince: new Date(Date.now() - 121_000).toISOString() })
  await moveOutboxToQueue()
  expect(await stateOf(tenant, id)).toEqual({ state: 'unknown', isQueued: true })
})

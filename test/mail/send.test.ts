/** Tests that every mail is sent at most once, and that a mail is tried again if it was certainly not sent. */

import { Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { handler } from '../../functions/mail/send.ts'
import * as accounts from '../../lib/accounts/index.ts'
import { log } from '../../lib/core/log.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { around, throttled } from '../support/fault-injection.ts'
import { collectMetrics } from '../support/metrics.ts'
import { paidOrder, refund } from '../support/payments.ts'
import { contextFor, newTenant } from '../support/store.ts'
import { caught, change, recordOf, rowOf, stateOf, write } from './outbox.ts'
import { fail, hangUp, startSes } from './ses-server.ts'

let ses: Awaited<ReturnType<typeof startSes>>
beforeAll(async () => {
  ses = await startSes()
})
afterAll(() => ses.close())

const spies = (['info', 'warn', 'error'] as const).map(level => vi.spyOn(log, level))
const logged = () => JSON.stringify(spies.flatMap(spy => spy.mock.calls))

let restore = () => {}
let tenant: Tenant
beforeEach(async () => {
  tenant = await newTenant()
  ses.mails.length = 0
  for (const spy of spies) spy.mockReset().mockImplementation(() => {})
})
afterEach(() => {
  vi.useRealTimers()
  restore()
})
afterAll(() => void vi.restoreAllMocks())

/** Runs mail.send for these mails, and returns the ids of the mails whose messages are delivered again. */
async function send(...ids: string[]): Promise<string[]> {
  const { batchItemFailures } = await handler({ Records: ids.map(id => recordOf(tenant, id)) }, contextFor())
  return batchItemFailures.map(({ itemIdentifier }) => itemIdentifier)
}

test('sends a mail by SES, with the configuration set', async () => {
  const id = await write(tenant)
  expect(await send(id)).toEqual([])
  expect(ses.mails).toMatchObject([
    {
      FromEmailAddress: '"Tea & Tees" <shop@tea.example>',
      Destination: { ToAddresses: ['ann@example.com'] },
      ConfigurationSetName: 'test-set',
      Content: {
        Simple: {
          Subject: { Data: 'Tea & Tees: refund of €12.50 for order INV-1279', Charset: 'UTF-8' },
          Body: {
            Text: { Data: expect.stringContaining('Comment:\nThe mug was broken.'), Charset: 'UTF-8' },
            Html: { Data: expect.stringMatching(/^<!doctype html>/), Charset: 'UTF-8' },
          },
        },
      },
    },
  ])
  expect(await stateOf(tenant, id)).toMatchObject({ state: 'sent' })
  const sent = { ...tenant, id, invoiceNumber: 'INV-1279', sesId: 'm-1' }
  expect(log.info).toHaveBeenCalledWith('A mail was sent.', sent)
})

test('sends each mail over a connection of its own, as SES may have closed the last one', async () => {
  const before = ses.connections()
  await send(await write(tenant), await write(tenant))
  await send(await write(tenant))
  expect(ses.connections() - before).toBe(3)
})

test('sends a mail once, however often and at once its message is delivered', async () => {
  const id = await write(tenant)
  await Promise.all([send(id, id), send(id), send(id)])
  expect(await send(id)).toEqual([])
  expect(ses.mails).toHaveLength(1)
})

test.each([
  ['SES throttles', fail(429, 'TooManyRequestsException'), 'TooManyRequestsException'],
  ['SES rejects the sender', fail(400, 'MessageRejected', 'Not verified: ann@example.com'), 'MessageRejected'],
])('delivers the message again and stores the reason when %s', async (_, answer, code) => {
  const [rejected, accepted] = [await write(tenant), await write(tenant)]
  ses.replyOnce(answer)
  expect(await send(rejected, accepted)).toEqual([rejected])
  expect(await rowOf(tenant, rejected)).toMatchObject({ state: 'waiting', reason: expect.stringMatching(`^${code}: `) })
  expect(logged()).toContain(code)
  expect(await send(rejected, accepted)).toEqual([])
  expect(ses.mails).toHaveLength(3)
  expect(await stateOf(tenant, rejected)).toMatchObject({ state: 'sent' })
})

test('delivers the message again when SES cannot be reached', async () => {
  const id = await write(tenant)
  await ses.whileDown(async () => expect(await send(id)).toEqual([id]))
  expect(await stateOf(tenant, id)).toMatchObject({ state: 'waiting' })
  expect(await send(id)).toEqual([])
  expect(ses.mails).toHaveLength(1)
})

test('delivers the message again when SES accepts no connection in time', async () => {
  const id = await write(tenant)
  await ses.whileDown(async () => {
    const connect = vi.spyOn(Socket.prototype, 'connect').mockImplementation(function (this: Socket) {
      return Object.assign(this, { connecting: true })
    })
    expect(await send(id)).toEqual([id])
    connect.mockRestore()
  })
  expect(await stateOf(tenant, id)).toMatchObject({ state: 'waiting' })
})

test.each([
  ['its reply is lost', hangUp],
  ['it fails', fail(500, 'InternalFailure')],
])('does not send again when SES has the mail and %s; counts it for the alarm', async (_, answer) => {
  const metrics = collectMetrics()
  const id = await write(tenant)
  ses.replyOnce(answer)
  expect(await send(id)).toEqual([])
  expect(await stateOf(tenant, id)).toMatchObject({ state: 'unknown' })
  expect(await send(id)).toEqual([])
  expect(ses.mails).toHaveLength(1)
  expect(logged()).toContain('A mail may have been sent or not')
  expect(metrics.stop()).toMatchObject([{ UnknownMails: 1 }])
})

test('does not send again when it takes SES too long to reply', { tags: ['long'] }, async () => {
  const id = await write(tenant)
  ses.replyOnce(() => {})
  expect(await send(id)).toEqual([])
  expect(await stateOf(tenant, id)).toMatchObject({ state: 'unknown' })
})

test('does not send again what an earlier run has sent before it crashed, and says so later', async () => {
  const id = await write(tenant)
  let writes = 0
  restore = around(async (command, request) => {
    if (command === 'UpdateItemCommand' && ++writes > 1) throw throttled()
    return request()
  })
  expect(await send(id)).toEqual([id])
  restore()
  expect(await stateOf(tenant, id)).toMatchObject({ state: 'sending' })
  expect(await send(id)).toEqual([id])
  expect(await stateOf(tenant, id)).toMatchObject({ state: 'sending' })

  await change(tenant, id, { sendingSince: new Date(Date.now() - 121_000).toISOString() })
  expect(await send(id)).toEqual([])
  expect(await stateOf(tenant, id)).toMatchObject({ state: 'unknown' })
  expect(ses.mails).toHaveLength(1)
})

test('sends the mail if the SDK repeats the write of the claim after a time-out', async () => {
  const id = await write(tenant)
  let isRepeated = false
  restore = around(async (_, request, input) => {
    const isClaim = !isRepeated && JSON.stringify(input).includes('claimId')
    if (isClaim) await request()
    isRepeated ||= isClaim
    return request()
  })
  expect(await send(id)).toEqual([])
  expect(isRepeated).toBe(true)
  expect(ses.mails).toHaveLength(1)
  expect(await stateOf(tenant, id)).toMatchObject({ state: 'sent' })
})

test('asks SES for nothing if the claim cannot be written', async () => {
  const id = await write(tenant)
  restore = around((command, request) => (command === 'UpdateItemCommand' ? Promise.reject(throttled()) : request()))
  expect(await send(id)).toEqual([id])
  restore()
  expect(ses.mails).toEqual([])
  expect(await send(id)).toEqual([])
  expect(ses.mails).toHaveLength(1)
})

test.each([
  [{ to: 'ann,bob@example.com' }, 'InvalidAddress: The address cannot receive mail.'],
  [{ from: 'müller@tea.example' }, 'InvalidAddress: The sender of the store cannot send mail.'],
  [{ date: 'yesterday' }, 'RangeError: Invalid time value'],
])('sends nothing of a mail with %j, and delivers its message until it is a dead letter', async (fields, reason) => {
  const [invalid, valid] = [await write(tenant, fields), await write(tenant)]
  expect(await send(invalid, valid)).toEqual([invalid])
  expect(ses.mails).toHaveLength(1)
  expect(await rowOf(tenant, invalid)).toMatchObject({ state: 'waiting', reason })
})

test('ignores a message whose mail has expired, and fails on one that is malformed', async () => {
  expect(await send('expired')).toEqual([])
  const malformed = { ...recordOf(tenant, 'malformed'), body: '{"to":"ann@' }
  const unnamed = { ...recordOf(tenant, 'unnamed'), body: '{}' }
  const { batchItemFailures } = await handler({ Records: [malformed, unnamed] }, contextFor())
  expect(batchItemFailures).toHaveLength(2)
})

test.each([
  ['Asia/Tokyo', 'August 31, 2026'],
  ['UTC', 'August 30, 2026'],
])('has the date of the refund in the time zone of the store: %s', async (timeZone, date) => {
  await accounts.update(tenant.account, { mailFrom: 'shop@tea.example', timeZone })
  const token = await paidOrder(tenant)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-08-30T23:59:00Z') })
  const { body } = await refund(tenant, token, { amount: 5, notifyCustomer: true })
  await accounts.update(tenant.account, { timeZone: 'Pacific/Honolulu' })
  expect(await send(body.id)).toEqual([])
  const { Text, Html } = ses.mails[0].Content.Simple.Body
  for (const { Data } of [Text, Html]) expect(Data).toContain(date)
})

test('logs no address', async () => {
  const ids = await Promise.all([write(tenant), write(tenant), write(tenant, { to: '<ann@example.com' })])
  ses.replyOnce(fail(400, 'MessageRejected', 'Not verified: ann@example.com'), hangUp)
  await send(...ids, ids[0]!)
  expect(ses.mails).toHaveLength(3)
  expect(logged()).toContain(ids[0])
  expect(logged()).not.toMatch(/ann@|shop@|example/)
})

test('catches the mail in a file instead where a directory is set', async () => {
  const id = await write(tenant)
  const { MAIL_DIR, TMPDIR } = process.env
  process.env.MAIL_DIR = `${TMPDIR}/caught`
  expect(await send(id)).toEqual([])
  expect(caught(id)).toMatchObject({ id, to: 'ann@example.com', time: expect.any(String) })
  process.env.MAIL_DIR = MAIL_DIR
  expect(ses.mails).toEqual([])
})

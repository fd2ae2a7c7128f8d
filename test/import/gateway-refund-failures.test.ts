/**
 * Tests the failures of refunds that Stripe and the server from which a store moves both report, in any sequence.
 * @module-tag long
 */

import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { log } from '../../lib/core/log.ts'
import { call } from '../support/store.ts'
import {
  failedAtSource,
  failedInStripe,
  failureAlone,
  imported,
  importedBefore,
  inAnySequence,
  inStripe,
  isoDate,
  refunded,
  refundedAmount,
  refundedAt,
  shown,
  storedEarlier,
  tenant,
  token,
  useNewStore,
  webhookOf,
} from './refund-reports.ts'

beforeEach(async () => {
  await useNewStore()
  return () => vi.restoreAllMocks()
})

describe('a refund that Stripe and the source report', () => {
  test('is taken back if it fails in Stripe, whatever was reported before', async () => {
    vi.spyOn(log, 'error').mockImplementation(() => {})
    const refund = refunded()
    const failed = { id: refund.id, status: 'Failed', failureReason: 'expired_or_canceled_card', amount: 5 }
    for (const others of [[], [inStripe()]])
      await inAnySequence([imported(refund), failedInStripe(), ...others], async () => {
        expect(await refundedAmount()).toBe(0)
        const { body } = await call('refunds.get', tenant, { params: { token, id: refund.id } })
        expect(body).toMatchObject(failed)
      })
  })

  test('raises one alarm if it fails in Stripe after the import', async () => {
    const error = vi.spyOn(log, 'error').mockImplementation(() => {})
    for (const step of [imported(refunded()), failedInStripe(), failedInStripe()]) await step()
    expect(error).toHaveBeenCalledExactlyOnceWith('A refund that was accepted has failed.', expect.anything())
  })
})

describe('a failure that the source reports', () => {
  test('does not count while Stripe has not taken the refund back, and needs no other credit note', async () => {
    vi.spyOn(log, 'error').mockImplementation(() => {})
    const refund = { id: randomUUID(), amount: 5, creationDate: isoDate(refundedAt + 4) }
    await inAnySequence([webhookOf(refund), failedAtSource(refund), inStripe()], async () => {
      expect(await shown()).toMatchObject([{ id: refund.id, creditNoteNumber: 'CN-1' }])
      await failedInStripe()()
      const rest = await call('refunds.create', tenant, { params: { token }, body: { amount: 20 } })
      expect(rest.body).toMatchObject({ amount: 20, creditNoteNumber: 'CN-2' })
    })
  })

  test('leaves the refund in Stripe to the next attempt', async () => {
    const [failed, next] = [refunded({ status: 'Failed' }), refunded({ creationDate: isoDate(refundedAt + 64) })]
    const secondImport = imported(failed, next)
    const made = inStripe({ created: refundedAt + 60 })
    for (const steps of [
      [imported(failed), made, secondImport],
      [made, secondImport],
      [secondImport, made],
    ]) {
      await useNewStore()
      for (const step of [importedBefore, ...steps]) await step()
      expect(await refundedAmount()).toBe(5)
    }
  })
})

describe('rows of an earlier release', () => {
  test('with the failure of a refund alone are those of the refund', async () => {
    await importedBefore()
    await storedEarlier(Object.fromEntries([failureAlone('re_1')]))()
    for (const step of [imported(refunded()), failedInStripe()]) await step()
    expect(await refundedAmount()).toBe(0)
  })

  test('with a failure that it stored after a roll-back are those of the refund', async () => {
    for (const step of [importedBefore, imported(refunded()), inStripe()]) await step()
    await storedEarlier(Object.fromEntries([failureAlone('re_1')]))()
    await failedInStripe()()
    expect(await refundedAmount()).toBe(0)
  })
})

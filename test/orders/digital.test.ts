import { afterEach, expect, test, vi } from 'vitest'
import { AccountRow } from '../../lib/accounts/entity.ts'
import type { OrderToken } from '../../lib/core/ids.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { keyOf, OrderRow } from '../../lib/orders/entity.ts'
import { completeOrder, event, item, send, sendEvent } from '../support/checkout.ts'
import { call, newTenant } from '../support/store.ts'
import { digital } from './calls.ts'

afterEach(() => {
  vi.useRealTimers()
})

const fileGuid = '7d5c8f0e-2b1a-4c3d-9e8f-1a2b3c4d5e6f'
/** A file is created when its order is completed. The cart of the order is several days older. */
const cartDate = '2026-08-26T09:00:00.000Z'
const creationDate = '2026-08-30T18:16:58.000Z'
const file = (fields: Record<string, unknown> = {}) => item({ fileGuid, ...fields })

async function createOrder(...items: object[]) {
  const tenant = await newTenant()
  return { tenant, token: await completeOrder(tenant, { creationDate: cartDate, completionDate: creationDate, items }) }
}

const download = (tenant: Tenant, token: string, id = fileGuid) =>
  sendEvent(tenant, 'order.digital.downloaded', { orderToken: token, fileGuid: id })

const setDomain = (tenant: Tenant, domain: string) =>
  call('domains.update', tenant, { body: { Domain: domain, domain, Protocol: 'HTTPS', protocol: 'HTTPS' } })

test('lists the files of an order with all of their fields', async () => {
  const { tenant, token } = await createOrder(
    file({ fileName: 'Pattern.pdf', maxNbrDownload: 5, daysUntilExpire: 30_000 }),
    item(),
    file({ fileGuid: 'a b/c?ü', name: 'Song' }),
  )
  await setDomain(tenant, 'shop.example.com')
  await download(tenant, token)
  expect((await digital(tenant, token)).body).toEqual([
    {
      fileGuid,
      name: 'Pattern.pdf',
      url: `https://shop.example.com/downloads/${token}/${fileGuid}`,
      downloadedNbrTime: 1,
      maxNbrDownload: 5,
      daysUntilExpire: 30_000,
      creationDate,
      isValid: true,
    },
    {
      fileGuid: 'a b/c?ü',
      name: 'Song',
      url: `https://shop.example.com/downloads/${token}/a%20b%2Fc%3F%C3%BC`,
      downloadedNbrTime: 0,
      maxNbrDownload: null,
      daysUntilExpire: null,
      creationDate,
      isValid: true,
    },
  ])
})

test('rounds fractions of its limits down', async () => {
  const { tenant, token } = await createOrder(file({ maxNbrDownload: 2.5, daysUntilExpire: '2.5' }))
  expect((await digital(tenant, token)).body).toMatchObject([{ maxNbrDownload: 2, daysUntilExpire: 2 }])
})

test('returns an empty list for an order without files', async () => {
  const { tenant, token } = await createOrder(item(), item({ fileGuid: null }), item({ fileGuid: '' }))
  expect(await digital(tenant, token)).toMatchObject({ status: 200, body: [] })
})

test('lists a file of several items once', async () => {
  const { tenant, token } = await createOrder(file({ id: 'A' }), file({ id: 'B' }), file({ fileGuid: 'other' }))
  const { body } = await digital(tenant, token)
  expect(body.map((good: { fileGuid: string }) => good.fileGuid)).toEqual([fileGuid, 'other'])
})

const day = 24 * 3600 * 1000
const created = Date.parse(creationDate)

test.each([
  ['forever without limits', {}, 0, 40_000 * day, true],
  ['while downloads are left', { maxNbrDownload: 2 }, 1, 0, true],
  ['no longer when all downloads are used', { maxNbrDownload: 2 }, 2, 0, false],
  ['no longer when more than all downloads are used', { maxNbrDownload: 1 }, 2, 0, false],
  ['never when no downloads are allowed', { maxNbrDownload: 0 }, 0, 0, false],
  ['before it expires', { daysUntilExpire: 3 }, 0, 3 * day - 1, true],
  ['at the moment it expires', { daysUntilExpire: 3 }, 0, 3 * day, true],
  ['no longer one millisecond later', { daysUntilExpire: 3 }, 0, 3 * day + 1, false],
  ['at the moment of the order, with 0 days', { daysUntilExpire: 0 }, 0, 0, true],
  ['no longer right after it, with 0 days', { daysUntilExpire: 0 }, 0, 1, false],
  ['for the whole days of a fraction', { daysUntilExpire: 2.5 }, 0, 2 * day, true],
  ['no longer after the whole days of a fraction', { daysUntilExpire: 2.5 }, 0, 2 * day + 1, false],
  ['within both limits', { maxNbrDownload: 2, daysUntilExpire: 3 }, 1, 3 * day, true],
  ['no longer when the downloads are used before it expires', { maxNbrDownload: 1, daysUntilExpire: 3 }, 1, 0, false],
  ['no longer when it expires with downloads left', { maxNbrDownload: 2, daysUntilExpire: 3 }, 1, 4 * day, false],
])('a file is valid %s', async (_, limits, downloads, elapsed, isValid) => {
  const { tenant, token } = await createOrder(file(limits))
  for (let n = 0; n < downloads; n++) await download(tenant, token)
  vi.useFakeTimers({ toFake: ['Date'], now: created + elapsed })
  expect((await digital(tenant, token)).body).toMatchObject([{ downloadedNbrTime: downloads, isValid }])
})

test('counts each download once when its event is repeated, separately for each file', async () => {
  const { tenant, token } = await createOrder(file(), file({ fileGuid: 'other' }))
  const downloads = Array.from({ length: 3 }, () =>
    event(tenant, 'order.digital.downloaded', { orderToken: token, fileGuid }),
  )
  expect(await send(...downloads, ...downloads)).toEqual([])
  expect(await send(downloads[0]!)).toEqual([])
  await download(tenant, token, 'other')
  const { body } = await digital(tenant, token)
  expect(body.map((good: { downloadedNbrTime: number }) => good.downloadedNbrTime)).toEqual([3, 1])
})

test('counts downloads of files whose ids are names of object members', async () => {
  const ids = ['__proto__', 'constructor', 'toString']
  const { tenant, token } = await createOrder(...ids.map(id => file({ fileGuid: id })))
  const counts = async () =>
    (await digital(tenant, token)).body.map((good: { downloadedNbrTime: number }) => good.downloadedNbrTime)
  expect(await counts()).toEqual([0, 0, 0])
  for (const id of [...ids, 'constructor']) await download(tenant, token, id)
  expect(await counts()).toEqual([1, 2, 1])
})

test('counts anew if an earlier release has stored a text as the count', async () => {
  const { tenant, token } = await createOrder(file({ fileGuid: 'constructor' }))
  const downloads = { constructor: 'function Object() { [native code] }1' as never }
  await OrderRow.patch(keyOf(tenant, token as OrderToken))
    .set({ downloads })
    .go()
  expect((await digital(tenant, token)).body).toMatchObject([{ downloadedNbrTime: 0 }])
  await download(tenant, token, 'constructor')
  expect((await digital(tenant, token)).body).toMatchObject([{ downloadedNbrTime: 1 }])
})

test.each([
  ['https://files.example.com/get', 'https://files.example.com/get'],
  ['https://files.example.com/get/', 'https://files.example.com/get'],
])('uses the download URL of the account: %s', async (downloadsUrl, root) => {
  const { tenant, token } = await createOrder(file())
  await setDomain(tenant, 'shop.example.com')
  await AccountRow.patch({ account: tenant.account }).set({ downloadsUrl }).go()
  expect((await digital(tenant, token)).body[0].url).toBe(`${root}/${token}/${fileGuid}`)
})

test('returns a path without a host if the store has no default domain', async () => {
  const { tenant, token } = await createOrder(file())
  expect((await digital(tenant, token)).body[0].url).toBe(`/downloads/${token}/${fileGuid}`)
})

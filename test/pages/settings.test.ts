/**
 * Tests the settings of a store, and its time zone where people choose days, in a real browser. The tests are skipped
 * if Chromium is not installed.
 * @module-tag long
 */

import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import * as accounts from '../../lib/accounts/index.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { issue } from '../../lib/keys/index.ts'
import { completeOrder } from '../support/checkout.ts'
import { hasBrowser } from '../support/chromium.ts'
import { call, newTenant } from '../support/store.ts'
import { expectAccessible, screenshot, signIn, sizes, usePages } from './browser.ts'

const pages = usePages()

const timeZone = 'Pacific/Auckland'
let tenant: Tenant
let page: Page

/** The store is in Auckland, and the browser in New York. */
beforeAll(async () => {
  if (!hasBrowser) return
  tenant = await newTenant()
  await accounts.update(tenant.account, { timeZone, language: 'en', features: ['subscriptions', 'creditNotes'] })
  page = await openStore({ timezoneId: 'America/New_York' })
})

async function openStore(options = {}): Promise<Page> {
  const opened = await pages.open(options)
  const { secret: key } = await issue({ ...tenant, scope: 'read' })
  await signIn(opened, { ...pages, key }, '/settings')
  return opened
}

const section = (name: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name, exact: true }) })

describe.skipIf(!hasBrowser)('the settings', () => {
  test('show what the API can read of the account and the key', async () => {
    const { name, account, currency } = (await call('account.get', { ...tenant, scope: 'read' })).body
    const facts = await section('Store').locator('dl > *').allTextContents()
    expect(facts.join('\n')).toBe(
      [
        `Name${name}`,
        `Number${account}`,
        'Mode of your keyTest',
        `Currency${currency}`,
        'Language of mails to buyersEnglish',
        `Time zone${timeZone}`,
        'FeaturesSubscriptions, Credit notes',
        'Your keyYour key allows reading only',
      ].join('\n'),
    )
  })

  test('have links to the documentation, which exists', async () => {
    const links = section('Documentation').getByRole('link')
    const paths = await links.evaluateAll(all => all.map(link => link.getAttribute('href') ?? ''))
    const urls = paths.map(path => new URL(path, page.url()).href)
    expect(urls.length).toBeGreaterThan(5)
    for (const url of urls) {
      const reply = await page.request.get(url)
      expect(`${reply.status()} ${url}`).toBe(`200 ${url}`)
      expect(reply.headers()['content-type']).toContain('text/html')
    }
  })

  test('have command lines with the values of the store, which are copied by a button', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Copy: Time zone' }).click()
    await page.getByRole('button', { name: 'Copied: Time zone' }).getByText('Copied').waitFor()
    const line = `npm run store -- account set --account ${tenant.account} --time-zone ${timeZone}`
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(line)
  })

  test('change the language and the colors of the pages in this browser', async () => {
    const other = await openStore({ colorScheme: 'light' })
    await other.getByRole('radio', { name: 'Dark' }).check()
    await other.getByRole('radio', { name: 'Deutsch' }).check()
    await other.getByRole('heading', { name: 'Einstellungen', level: 1 }).waitFor()
    await other.reload()
    await other.getByRole('heading', { name: 'Einstellungen', level: 1 }).waitFor()
    expect(await other.locator('html').getAttribute('data-mantine-color-scheme')).toBe('dark')
  })

  test('have the colors in the menu of the account, which says which ones are chosen', async () => {
    const other = await openStore({ colorScheme: 'light' })
    const menu = other.getByRole('button', { name: /^Store / })
    for (const scheme of ['Dark', 'Light']) {
      await menu.click()
      await other.getByRole('menuitemradio', { name: scheme }).click()
      await menu.click()
      await other.getByRole('menuitemradio', { name: scheme, checked: true }).waitFor()
      await other.keyboard.press('Escape')
      expect(await other.locator('html').getAttribute('data-mantine-color-scheme')).toBe(scheme.toLowerCase())
    }
  })

  test.each(sizes)('are accessible in %s at %i pixels', async (colorScheme, width) => {
    const other = await openStore({ colorScheme, viewport: { width, height: 844 } })
    await expectAccessible(other)
    expect(await other.evaluate('document.documentElement.scrollWidth')).toBe(width)
    await screenshot(other, `settings-${colorScheme}-${width}`)
  })
})

/** August 20 in Auckland begins at noon of August 19 in UTC, when it is 8:00 in New York. */
const times = {
  BEFORE: '2026-08-19T11:59:59.999Z',
  FIRST: '2026-08-19T12:00:00.000Z',
  LAST: '2026-08-20T11:59:59.999Z',
  AFTER: '2026-08-20T12:00:00.000Z',
}

describe.skipIf(!hasBrowser)('the days of a filter', () => {
  const numbers = () => page.locator('tbody tr a').allTextContents()

  beforeAll(async () => {
    if (!hasBrowser) return
    for (const [invoiceNumber, creationDate] of Object.entries(times))
      await completeOrder(tenant, { invoiceNumber, creationDate })
  })

  test('are those of the store, wherever the browser is', async () => {
    await page.goto(`${pages.url}/admin/orders?from=2026-08-20&to=2026-08-20`)
    await expect.poll(numbers).toEqual(['LAST', 'FIRST'])
    await page.getByRole('row', { name: /^.*LAST.*Aug 20, 2026, 11:59/ }).waitFor()
    await page.getByRole('row', { name: /^.*FIRST.*Aug 20, 2026, 12:00/ }).waitFor()
    await page.goto(`${pages.url}/admin/orders?from=2026-08-21`)
    await expect.poll(numbers).toEqual(['AFTER'])
    await page.goto(`${pages.url}/admin/orders?to=2026-08-19`)
    await expect.poll(numbers).toEqual(['BEFORE'])
  })

  test('can be typed, and are the same in the URL', async () => {
    await page.goto(`${pages.url}/admin/orders`)
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    for (const name of ['From', 'To']) {
      await page.getByRole('textbox', { name, exact: true }).fill('August 20, 2026')
      await page.keyboard.press('Tab')
    }
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect.poll(() => page.url()).toBe(`${pages.url}/admin/orders?from=2026-08-20&to=2026-08-20`)
    await expect.poll(numbers).toEqual(['LAST', 'FIRST'])
  })

  test('are kept if Escape closes their calendar, and a second Escape closes the filters', async () => {
    await page.goto(`${pages.url}/admin/orders`)
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    const from = page.getByRole('textbox', { name: 'From', exact: true })
    await from.fill('August 20, 2026')
    await page.getByText('August 2026').waitFor()
    await page.getByRole('button', { name: 'Next month' }).waitFor()
    await expectAccessible(page)
    await from.press('Escape')
    await page.getByText('August 2026').waitFor({ state: 'hidden' })
    expect(await from.inputValue()).toMatch(/20/)
    await from.press('Escape')
    await from.waitFor({ state: 'hidden' })
    await expect.poll(() => page.evaluate('document.activeElement?.textContent')).toBe('Filter')
  })

  test.each(['Enter', 'Tab'])(
    'are kept as they were typed if they do not exist, with their fault after %s',
    async key => {
      await page.goto(`${pages.url}/admin/orders?from=2026-08-20`)
      await page.getByRole('button', { name: 'Filter', exact: true }).click()
      const from = page.getByRole('textbox', { name: 'From', exact: true })
      await from.fill('02/30/2026')
      await page.keyboard.press(key)
      await page.getByText('This is not a day').waitFor()
      expect(await from.inputValue()).toBe('02/30/2026')
      await page.getByRole('button', { name: 'Apply' }).click()
      await from.and(page.locator(':focus')).waitFor()
      expect(page.url()).toBe(`${pages.url}/admin/orders?from=2026-08-20`)
      await from.fill('02/28/2026')
      await page.getByText('This is not a day').waitFor({ state: 'hidden' })
      await page.getByRole('button', { name: 'Apply' }).click()
      await expect.poll(() => page.url()).toBe(`${pages.url}/admin/orders?from=2026-02-28`)
    },
  )

  test('are typed with the day first in German, and chosen from months with German names', async () => {
    const german = await openStore({ locale: 'de-DE' })
    await german.evaluate(`localStorage.setItem('language', '"de"')`)
    await german.goto(`${pages.url}/admin/orders?from=2026-08-20`)
    await german.getByRole('button', { name: 'Filtern', exact: true }).click()
    const from = german.getByRole('textbox', { name: 'Von', exact: true })
    expect(await from.inputValue()).toBe('20.08.2026')
    await from.fill('3.12.2026')
    await german.getByText('Dezember 2026').waitFor()
    await german.keyboard.press('Tab')
    await german.getByRole('button', { name: 'Anwenden' }).click()
    await expect.poll(() => german.url()).toBe(`${pages.url}/admin/orders?from=2026-12-03`)
  })
})

test.skipIf(!hasBrowser)('the name of a CSV file has the day of the store', async () => {
  await completeOrder(tenant)
  const other = await pages.openInNewContext()
  await other.clock.setFixedTime('2026-11-28T20:30:00Z')
  const { secret: key } = await issue({ ...tenant, scope: 'read' })
  await signIn(other, { ...pages, key }, '/orders')
  const saved = other.waitForEvent('download')
  await other.getByRole('button', { name: 'Download CSV' }).click()
  expect((await saved).suggestedFilename()).toBe('orders-2026-11-29.csv')
  await other.context().close()
})

test.skipIf(!hasBrowser)('the settings ask no other server and have no errors', () => {
  expect(pages.faults).toEqual([])
})

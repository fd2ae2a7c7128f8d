/**
 * Tests discounts, shipping methods, domains and settings in a real browser. The tests are skipped if Chromium is not
 * installed.
 * @module-tag long
 */

import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { demoTenant } from '../../infra/local/demo/objects.ts'
import * as keys from '../../lib/keys/index.ts'
import { completeOrder } from '../support/checkout.ts'
import { hasBrowser } from '../support/chromium.ts'
import { call } from '../support/store.ts'
import { updateTallies } from '../support/stream-worker.ts'
import {
  expectAccessible,
  fetchReply,
  loseFirstReply,
  problem,
  screenshot,
  signIn,
  sizes,
  usePages,
} from './browser.ts'

const pages = usePages()
let page: Page

const ask = async (name: string, request = {}) => (await call(name, demoTenant, request)).body
const find = async (list: string, name: string) =>
  (await ask(list)).find((item: { name: string }) => item.name === name)
const discount = (name: string) => find('discounts.list', name)
const method = (name: string) => find('shipping.list', name)

const newDiscount = (body: object) =>
  ask('discounts.create', { body: { trigger: 'Total', type: 'Rate', rate: 5, ...body } })

async function open(path: string): Promise<void> {
  await page.goto(`${pages.url}/admin${path}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
}

const button = (name: string) => page.getByRole('button', { name, exact: true })
const field = (name: string | RegExp) => page.getByRole('textbox', { name })
const choice = (name: string) => page.getByRole('combobox', { name })
const notice = (text: string) => page.getByText(text, { exact: true }).first().waitFor()

/**
 * Presses a button that asks for confirmation, then the button of its dialog. `unchanged` checks that nothing happens
 * in between.
 */
async function confirm(name: string, sentence: RegExp, unchanged: () => Promise<void>): Promise<void> {
  await button(name).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(sentence).waitFor()
  await expectAccessible(page)
  await unchanged()
  await dialog.getByRole('button', { name, exact: true }).click()
}

describe.skipIf(!hasBrowser)('discounts, shipping methods, domains and settings', () => {
  beforeAll(async () => {
    page = await pages.open()
    await signIn(page, pages, '/settings')
  })

  test('a discount is created with the fields of its kind and a generated code', async () => {
    await open('/discounts')
    await page.getByRole('link', { name: 'Create a discount' }).click()
    await page.getByRole('heading', { name: 'New discount' }).waitFor()
    await field('Name').fill('Mugs: 3 off')
    await field('Percentage off').waitFor()
    await choice('Kind').click()
    await page.getByRole('option', { name: 'Amount off products' }).click()
    expect(await field('Percentage off').count()).toBe(0)
    await field('Amount off (EUR)').fill('3')
    await choice('Products').fill('MUG-BLUE')
    await page.keyboard.press('Enter')
    await button('Generate a code').click()
    const code = await field('Code').inputValue()
    await page.getByText(`€3.00 off MUG-BLUE with the code ${code}.`).waitFor()
    await button('Create a discount').click()
    await page.getByRole('heading', { name: 'Mugs: 3 off' }).waitFor()
    expect(await discount('Mugs: 3 off')).toMatchObject({
      type: 'FixedAmountOnItems',
      amount: 3,
      productIds: 'MUG-BLUE',
      trigger: 'Code',
      code,
      rate: null,
    })
  })

  test('the form does not scroll sideways on a phone, nor cut off the summary, if a product id is long', async () => {
    const phone = await pages.open({ viewport: { width: 390, height: 844 } })
    const productIds = 'X'.repeat(80)
    const { id } = await newDiscount({ name: 'Long id', type: 'RateOnItems', productIds })
    await signIn(phone, pages, `/discounts/${id}`)
    await phone.getByRole('region', { name: 'In short' }).getByText(productIds).waitFor()
    const summary = `[...document.querySelectorAll('p')].find(({ textContent }) => textContent.includes('${productIds}'))`
    expect(await phone.evaluate(`${summary}.scrollWidth - ${summary}.clientWidth`)).toBe(0)
    expect(await phone.evaluate('document.documentElement.scrollWidth')).toBe(390)
    await ask('discounts.remove', { params: { id } })
  })

  test('faults are beside their fields, in the words of the API, and nothing is created', async () => {
    await open('/discounts/new')
    await button('Create a discount').click()
    await page.getByText('Fill in this field').first().waitFor()
    expect(await page.getByText('Fill in this field').count()).toBe(3)
    expect(await page.evaluate('document.activeElement.closest("div[class*=Input]") !== null')).toBe(true)
    await field('Name').fill('Refused')
    await field('Percentage off').fill('120')
    await field('Code').fill('WINTER15')
    await button('Create a discount').click()
    await page.getByText('must be at most 100').waitFor()
    await field('Percentage off').fill('12')
    await button('Create a discount').click()
    await page.getByText('is already used by another discount').waitFor()
    await notice('Another discount has this code.')
    await expectAccessible(page)
    await screenshot(page, 'discount-refused')
    expect(await discount('Refused')).toBeUndefined()
  })

  test('a discount is changed, and set back by Undo', async () => {
    const { id } = await newDiscount({ name: 'Autumn', rate: 5 })
    const rate = async () => (await ask('discounts.get', { params: { id } })).rate
    await open(`/discounts/${id}`)
    await field('Percentage off').fill('7.5')
    await button('Save').click()
    await notice('The discount is saved.')
    expect(await rate()).toBe(7.5)
    await button('Undo').click()
    await notice('The change is undone.')
    expect(await rate()).toBe(5)
    expect(await field('Percentage off').inputValue()).toBe('5')
  })

  test('the change of another person is not overwritten', async () => {
    const { id } = await newDiscount({ name: 'Contested' })
    await open(`/discounts/${id}`)
    await field('Percentage off').fill('50')
    await ask('discounts.update', {
      params: { id },
      body: { name: 'Contested', trigger: 'Total', type: 'Rate', rate: 6 },
    })
    await page.evaluate('window.dispatchEvent(new Event("visibilitychange"))')
    await button('Save').click()
    await page.getByText('Percentage off: 5 → 6').waitFor()
    expect((await ask('discounts.get', { params: { id } })).rate).toBe(6)
    await button('Load the new version').click()
    await expect.poll(() => field('Percentage off').inputValue()).toBe('6')
  })

  test('a discount is saved although an order has used it since it was opened', async () => {
    const { id, code } = await newDiscount({ name: 'In use', trigger: 'Code', code: 'INUSE' })
    await open(`/discounts/${id}`)
    await field('Percentage off').fill('8')
    await completeOrder(demoTenant, { discounts: [{ name: 'In use', code, amountSaved: 1 }] })
    await updateTallies(demoTenant)
    expect(await ask('discounts.get', { params: { id } })).toMatchObject({ numberOfUsages: 1 })
    await button('Save').click()
    await notice('The discount is saved.')
    expect(await ask('discounts.get', { params: { id } })).toMatchObject({ rate: 8, numberOfUsages: 1 })
  })

  test('a discount is saved if the reply is lost', async () => {
    const { id } = await newDiscount({ name: 'Lost' })
    await open(`/discounts/${id}`)
    let lost = 0
    await page.route('**/discounts/*', async route => {
      if (route.request().method() !== 'PUT' || lost++ > 0) return route.fallback()
      await fetchReply(route)
      await route.abort('connectionreset')
    })
    await field('Percentage off').fill('9')
    await button('Save').click()
    await notice('The discount is saved.')
    await page.unroute('**/discounts/*')
    expect(lost).toBe(2)
    expect(await ask('discounts.get', { params: { id } })).toMatchObject({ rate: 9 })
  })

  test('a discount ends with the last moment of a day in the time zone of the store', async () => {
    const { id } = await newDiscount({ name: 'Ending', expires: '2031-05-01' })
    await open(`/discounts/${id}`)
    await page.getByLabel('Valid until').click()
    await page.getByRole('button', { name: '15 May 2031' }).click()
    await page.keyboard.press('Escape')
    await button('Save').click()
    await notice('The discount is saved.')
    expect((await ask('discounts.get', { params: { id } })).expires).toBe('2031-05-15T23:59:59.999Z')
  })

  test('the calendar of a discount has names for its parts', async () => {
    const { id } = await newDiscount({ name: 'Named', expires: '2031-05-01' })
    await open(`/discounts/${id}`)
    await page.getByRole('button', { name: /^Valid until \d/ }).click()
    await button('Previous month').click()
    await page.getByRole('button', { name: '30 April 2031' }).waitFor()
    expect(await page.getByRole('button', { name: '1 May 2031' }).count()).toBe(0)
    for (const name of ['Hours', 'Minutes']) await page.getByRole('spinbutton', { name }).waitFor()
    await expectAccessible(page)
    await button('Done').click()
    await button('Clear').waitFor()
  })

  test('the end of a discount stays exactly as it is if only its name is changed', async () => {
    const { id } = await newDiscount({ name: 'Kept', expires: '2031-05-01T12:30:15.250Z' })
    await open(`/discounts/${id}`)
    await field('Name').fill('Kept until noon')
    await button('Save').click()
    await notice('The discount is saved.')
    expect(await ask('discounts.get', { params: { id } })).toMatchObject({
      name: 'Kept until noon',
      expires: '2031-05-01T12:30:15.250Z',
    })
  })

  test('a discount is archived and deleted in two steps each', async () => {
    const { id } = await newDiscount({ name: 'Old' })
    const get = () => call('discounts.get', demoTenant, { params: { id } })
    await open(`/discounts/${id}`)
    await confirm('Archive', /another discount can take its code/, async () =>
      expect((await get()).body.archived).toBe(false),
    )
    await button('Restore').waitFor()
    await expect.poll(async () => (await get()).body.archived).toBe(true)
    await confirm('Delete', /deleted for good/, async () => expect((await get()).status).toBe(200))
    await page.getByRole('heading', { name: 'Discounts' }).waitFor()
    expect((await get()).status).toBe(404)
    expect(await page.getByRole('link', { name: 'Old', exact: true }).count()).toBe(0)
  })

  test('a URL names the search and the state of the list', async () => {
    await open('/discounts?search=spring5&state=expired')
    await expect.poll(() => page.locator('tbody tr').count()).toBe(1)
    await page.getByRole('link', { name: 'Spring: 5 off' }).waitFor()
    await button('Active').click()
    await expect.poll(() => page.url()).toBe(`${pages.url}/admin/discounts?state=active`)
    await expect.poll(() => page.locator('tbody tr').count()).toBeGreaterThan(1)
  })

  test('a shipping method is created with prices by weight for countries by their names, and deleted', async () => {
    await open('/shipping/new')
    await field('Name').fill('Bike courier')
    await field('Price').fill('4.5')
    await field('To weight').fill('2000')
    await button('Add a price').click()
    const second = page.getByRole('region', { name: 'Price 2' })
    await second.getByLabel('Price').fill('9')
    await second.getByLabel('From weight').fill('2001')
    await choice('Countries').fill('Nether')
    await page.getByRole('option', { name: 'Netherlands', exact: true }).click()
    await field('Pattern of postal codes').fill('(')
    await button('Create a shipping method').click()
    await page.getByText(/must be a valid RE2 regular expression/).waitFor()
    await field('Pattern of postal codes').fill('^10')
    await button('Create a shipping method').click()
    await page.getByRole('heading', { name: 'Bike courier' }).waitFor()
    expect(await method('Bike courier')).toMatchObject({
      rates: [
        { cost: 4.5, weight: { from: null, to: 2000 } },
        { cost: 9, weight: { from: 2001, to: null } },
      ],
      countryCondition: [{ countryCode: 'NL', provinceCode: '' }],
      postalCodeRegex: '^10',
    })
    await confirm('Delete', /no longer choose it/, async () => expect(await method('Bike courier')).toBeDefined())
    await page.getByRole('heading', { name: 'Shipping methods' }).waitFor()
    expect(await method('Bike courier')).toBeUndefined()
  })

  test('prices are read as they are typed in German, and are not saved if they are not clear', async () => {
    const german = await pages.open({ locale: 'de-DE' })
    await german.goto(`${pages.url}/admin`)
    await german.evaluate(`localStorage.setItem('language', '"de"')`)
    await signIn(german, pages, '/shipping/new')
    const input = (name: string) => german.getByRole('textbox', { name })
    await input('Name').first().fill('Lastenrad')
    await input('Preis').first().pressSequentially('19.999,999')
    await input('Bis Gewicht').pressSequentially('2.000')
    await german.keyboard.press('Enter')
    await german.getByText('Geben Sie eine Zahl mit höchstens 2 Nachkommastellen ein').waitFor()
    expect(await method('Lastenrad')).toBeUndefined()
    await input('Preis').first().fill('')
    await input('Preis').first().pressSequentially('1.200,50')
    await german.keyboard.press('Enter')
    await german.getByRole('heading', { name: 'Lastenrad' }).waitFor()
    const { Id, rates } = await method('Lastenrad')
    expect(rates).toMatchObject([{ cost: 1200.5, weight: { from: null, to: 2000 } }])
    await call('shipping.remove', demoTenant, { params: { id: Id } })
  })

  test('the focus stays in the prices if one of them is removed', async () => {
    await open('/shipping/new')
    await button('Add a price').click()
    await page.getByRole('region', { name: 'Price 2' }).getByRole('button').press('Enter')
    await page.getByRole('region', { name: 'Price 2' }).waitFor({ state: 'hidden' })
    const closest = 'document.activeElement.closest("section")?.getAttribute("aria-label")'
    await expect.poll(() => page.evaluate(closest)).toBe('Price 1')
  })

  test('saving a shipping method keeps what its form does not change', async () => {
    const before = await method('Standard parcel')
    await open(`/shipping/${before.Id}`)
    await field('Days, at most').fill('6')
    await button('Save').click()
    await notice('The shipping method is saved.')
    const { guaranteedEstimatedDelivery, ...rest } = before
    expect(await method('Standard parcel')).toEqual({
      ...rest,
      guaranteedEstimatedDelivery: { ...guaranteedEstimatedDelivery, maximumDaysForDelivery: 6 },
    })
  })

  test('a shipping method is saved if only the reply is lost, and Undo takes it back', async () => {
    const before = await method('Standard parcel')
    await open(`/shipping/${before.Id}`)
    await loseFirstReply(page, '**/shipping_methods/*')
    await field('Days, at most').fill('8')
    await button('Save').click()
    await notice('The shipping method is saved.')
    await page.unroute('**/shipping_methods/*')
    await button('Undo').click()
    await notice('The change is undone.')
    expect(await method('Standard parcel')).toEqual(before)
  })

  test('a domain is added, becomes the default with the old one still allowed, and is removed', async () => {
    const domains = async () => [await ask('domains.get'), ...(await ask('domains.list'))].map(({ domain }) => domain)
    const before = await domains()
    await open('/domains')
    await field('Domain').fill('no domain')
    await button('Add').click()
    await page.getByText('must be a host name such as shop.example.com').waitFor()
    await field('Domain').fill('https://new.example.com/path')
    await button('Add').click()
    await notice('The domain is added.')
    expect(await domains()).toEqual([...before, 'new.example.com'])
    await button('Make default: new.example.com').click()
    await notice('The default domain is changed.')
    expect(await domains()).toEqual(['new.example.com', ...before.slice(1), before[0]])
    await button('Undo').click()
    await notice('The change is undone.')
    expect((await domains())[0]).toBe(before[0])
    await field('Domain').fill('mistyped.example.com')
    await page.getByRole('checkbox', { name: 'Use it as the default domain' }).click()
    await button('Add').click()
    await expect.poll(async () => (await domains())[0]).toBe('mistyped.example.com')
    await button('Undo').click()
    await expect.poll(async () => (await domains())[0]).toBe(before[0])
    expect(await domains()).not.toContain('mistyped.example.com')
    await button('Remove: new.example.com').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).press('Enter')
    await notice('The domain is removed.')
    expect(await domains()).toEqual(before)
    await expect.poll(() => page.evaluate('document.activeElement.tagName')).toBe('H1')
  })

  const domainNames = async () => [await ask('domains.get'), ...(await ask('domains.list'))].map(({ domain }) => domain)

  /** The domain is only the default domain. It has never been added to the allowed domains. */
  async function setDefault(name: string): Promise<string[]> {
    await ask('domains.update', { body: { Domain: name, Protocol: 'HTTPS' } })
    return domainNames()
  }

  async function addAsDefault(name: string): Promise<void> {
    await open('/domains')
    await field('Domain').fill(name)
    await page.getByRole('checkbox', { name: 'Use it as the default domain' }).click()
    await button('Add').click()
  }

  async function removeDomain(name: string): Promise<void> {
    await button(`Remove: ${name}`).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
    await notice('The domain is removed.')
  }

  test('the former default domain stays allowed if the reply is lost, and Undo takes the change back', async () => {
    const [former, ...others] = await setDefault('own.example.com')
    await loseFirstReply(page, '**/settings/domain')
    await addAsDefault('https://Lost.example.com/')
    await notice('The default domain is changed.')
    await page.unroute('**/settings/domain')
    expect(await domainNames()).toEqual(['lost.example.com', ...others, former])
    await button('Undo').click()
    await notice('The change is undone.')
    expect(await domainNames()).toEqual([former, ...others])
  })

  const refuseToAllow = () =>
    page.route('**/settings/alloweddomains', async route =>
      route.request().method() === 'POST'
        ? route.fulfill(problem(503, 'unavailable', 'Try again later.', 1))
        : route.fallback(),
    )

  test('the former default domain stays allowed if its request succeeds only after a second click', async () => {
    const [former, ...others] = await setDefault('own-later.example.com')
    await refuseToAllow()
    await addAsDefault('later.example.com')
    await notice('Try again later.')
    expect(await domainNames()).toEqual(['later.example.com', ...others])
    await page.unroute('**/settings/alloweddomains')
    await button('Add').click()
    await notice('The default domain is changed.')
    expect(await domainNames()).toEqual(['later.example.com', ...others, former])
  })

  test('the former default domain stays allowed if the domains are loaded again before the second click', async () => {
    const [former, ...others] = await setDefault('own-again.example.com')
    await ask('domains.allow', { body: [{ domain: 'again.example.com' }] })
    await open('/domains')
    await refuseToAllow()
    await button('Make default: again.example.com').click()
    await notice('Try again later.')
    await page.unroute('**/settings/alloweddomains')
    await field('Domain').fill('another.example.com')
    await button('Add').click()
    await notice('The domain is added.')
    await page.getByRole('row', { name: /\/\/again\.example\.com Default/ }).waitFor()
    await button('Make default: again.example.com').click()
    await notice('The default domain is changed.')
    expect(await domainNames()).toEqual(['again.example.com', ...others, 'another.example.com', former])
    expect(await button('Make default: again.example.com').count()).toBe(0)
    await button('Undo').click()
    await notice('The change is undone.')
    expect((await domainNames())[0]).toBe(former)
  })

  test('a domain is removed if only the reply is lost', async () => {
    const before = await domainNames()
    await open('/domains')
    await field('Domain').fill('removed.example.com')
    await button('Add').click()
    await loseFirstReply(page, '**/settings/alloweddomains', 'DELETE')
    await removeDomain('removed.example.com')
    await page.unroute('**/settings/alloweddomains')
    expect(await domainNames()).toEqual(before)
  })

  test('the settings show the account, and the lines that change it', async () => {
    await open('/settings')
    await page.getByText('npm run store -- account set --account 1001 --language en').waitFor()
    await page.getByLabel('Français').click()
    await page.getByRole('heading', { name: 'Réglages', exact: true }).waitFor()
    await page.getByText('Langue des e-mails aux acheteurs', { exact: true }).waitFor()
    await open('/discounts')
    await page.getByText('15 % de remise sur la commande', { exact: true }).waitFor()
    await open('/settings')
    await page.getByLabel('English').click()
    await page.getByRole('heading', { name: 'Settings', exact: true }).waitFor()
  })

  test('a key that may only read changes nothing', async () => {
    const { secret } = await keys.issue({ ...demoTenant, scope: 'read' })
    const reader = await pages.open()
    await signIn(reader, { ...pages, key: secret }, '/discounts')
    await reader.getByRole('link', { name: 'Winter: 15 % off' }).click()
    await reader.getByRole('heading', { name: 'Winter: 15 % off' }).waitFor()
    expect(await reader.getByRole('textbox', { name: 'Name' }).isDisabled()).toBe(true)
    expect(await reader.getByRole('button', { name: /Save|Archive|Delete/ }).count()).toBe(0)
  })

  test.each([
    ['discounts', async () => '/discounts'],
    ['new-discount', async () => '/discounts/new'],
    ['discount', async () => `/discounts/${(await discount('Free shipping for our newsletter readers')).id}`],
    ['shipping', async () => '/shipping'],
    ['new-shipping', async () => '/shipping/new'],
    ['shipping-method', async () => `/shipping/${(await method('Standard parcel')).Id}`],
    ['domains', async () => '/domains'],
    ['settings', async () => '/settings'],
  ])('%s is accessible, light and dark, wide and narrow, and does not scroll sideways', async (name, path) => {
    await open(await path())
    await expect.poll(() => page.locator('[aria-busy=true]').count()).toBe(0)
    for (const [colorScheme, width] of sizes) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.setViewportSize({ width, height: 900 })
      await expectAccessible(page)
      await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(width)
      await screenshot(page, `${name}-${colorScheme}-${width}`)
    }
  })

  test('the screens ask no other server, keep to the content security policy, and have no errors', () => {
    expect(pages.faults).toEqual([])
  })
})

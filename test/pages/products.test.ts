/**
 * Tests products in a real browser: their list, their stock, and the import of a page. The tests are skipped if
 * Chromium is not installed.
 * @module-tag long
 */

import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { demoTenant } from '../../infra/local/demo/objects.ts'
import { servePage } from '../crawler/site.ts'
import { addProducts, get, idsOf, list, remove, sizes, update, variant } from '../products/calls.ts'
import { completeOrder, item } from '../support/checkout.ts'
import { hasBrowser } from '../support/chromium.ts'
import { updateAllTallies } from '../support/stream-worker.ts'
import {
  expectAccessible,
  fetchReply,
  loseFirstReply,
  sizes as screens,
  screenshot,
  signIn,
  usePages,
} from './browser.ts'

const pages = usePages()
let page: Page

const items = [
  { id: 'SHIRT', name: 'Linen shirt', price: 59, customFields: [sizes] },
  { id: 'BELT', name: 'Leather belt', price: 35 },
  { id: 'LAMP', name: 'Desk lamp', price: 80 },
]

beforeAll(async () => {
  if (!hasBrowser) return
  await addProducts(demoTenant, items)
  await updateAllTallies(demoTenant)
  await setStock()
  page = await pages.open()
  await signIn(page, pages, '/products')
})

async function setStock() {
  await update(demoTenant, 'SHIRT', {
    inventoryManagementMethod: 'Variant',
    variants: [variant('S', 20), variant('M', 3), variant('L', 0)],
  })
  await update(demoTenant, 'BELT', { inventoryManagementMethod: 'Single', stock: 12 })
}

const read = async (id: string) => (await get(demoTenant, id)).body
const stockOf = async (option: string) => {
  const { variants } = await read('SHIRT')
  return variants.find(({ variation }: ReturnType<typeof variant>) => variation[0]?.option === option).stock
}
const goTo = async (path: string) => {
  await page.goto(`${pages.url}/admin${path}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
}
const field = (name: string) => page.getByRole('textbox', { name: `Stock of ${name}`, exact: true })
const notice = (text: string) => page.getByRole('alert').filter({ hasText: text }).last()
const undo = () => page.getByRole('button', { name: 'Undo' }).last().click()
const shownIds = () =>
  page
    .locator('tbody tr td:first-child')
    .evaluateAll(cells => cells.map(cell => cell.querySelector('p:last-child')?.textContent))

describe.skipIf(!hasBrowser)('the list of products', () => {
  test('shows what the API lists, in each of its orders, with its number of sales', async () => {
    for (const [label, orderBy] of [
      ['Newest', 'CreationDate'],
      ['Highest sales', 'SalesValue'],
      ['Most sold', 'NbrSales'],
    ] as const) {
      await page.getByRole('combobox', { name: 'Sort by' }).click()
      await page.getByRole('option', { name: label }).click()
      await expect.poll(shownIds).toEqual(idsOf(await list(demoTenant, { orderBy })))
    }
    const [{ name, statistics }] = (await list(demoTenant)).body.items
    const row = page.getByRole('row').filter({ hasText: name })
    expect(await row.getByRole('cell').nth(3).textContent()).toBe(String(statistics.numberOfSales))
  })

  test('finds a part of a name, and its URL opens the same', async () => {
    await goTo('/products')
    await page.keyboard.press('/')
    await page.keyboard.type('linen sh')
    await page.keyboard.press('Enter')
    await expect.poll(shownIds).toEqual(['SHIRT'])
    expect(page.url()).toBe(`${pages.url}/admin/products?search=linen+sh`)
    await page.reload()
    await expect.poll(shownIds).toEqual(['SHIRT'])
  })

  test('is searched after / on keyboards with / above 7, too', async () => {
    await goTo('/products')
    const keys = "{ key: '/', code: 'Digit7', shiftKey: true, bubbles: true }"
    await page.evaluate(`document.body.dispatchEvent(new KeyboardEvent('keydown', ${keys}))`)
    expect(await page.evaluate("document.activeElement?.matches('input[data-search]')")).toBe(true)
  })

  test('has a view of low stock, which counts each variant', async () => {
    await page.getByRole('button', { name: 'Low stock' }).click()
    await expect.poll(shownIds).toEqual(['SHIRT'])
    await page.getByText('2 variants low').waitFor()
    await goTo('/products?only=low&below=13')
    await expect.poll(async () => (await shownIds()).toSorted()).toEqual(['BELT', 'SHIRT'])
  })

  test.each(screens)('is accessible in %s at %i pixels', async (colorScheme, width) => {
    const other = await pages.open({ colorScheme, viewport: { width, height: 844 } })
    await signIn(other, pages, '/products?sort=CreationDate')
    await other.locator('tbody tr').first().waitFor()
    await expectAccessible(other)
    expect(await other.evaluate('document.documentElement.scrollWidth')).toBe(width)
    await screenshot(other, `products-${colorScheme}-${width}`)
    await signIn(other, pages, '/products/SHIRT')
    await other.getByRole('textbox', { name: 'Stock of L' }).waitFor()
    await other.getByRole('img', { name: /sold in 30 days/ }).waitFor()
    await other.getByText('S, M (+€2.00), L').waitFor()
    await expectAccessible(other)
    expect(await other.evaluate('document.documentElement.scrollWidth')).toBe(width)
    await screenshot(other, `product-${colorScheme}-${width}`)
  })
})

describe.skipIf(!hasBrowser)('the stock', () => {
  test('is typed and saved with Enter, and taken back by Undo', async () => {
    await goTo('/products/SHIRT')
    await field('M').fill('31')
    await field('M').press('Enter')
    await notice('The stock is saved.').waitFor()
    expect(await stockOf('M')).toBe(31)
    await page.getByText('51 in total').waitFor()
    await undo()
    await notice('The change is undone.').waitFor()
    expect(await stockOf('M')).toBe(3)
    expect(await stockOf('S')).toBe(20)
  })

  test.each([
    ['1,200', '1200'],
    ['12.5', '31'],
  ])('is not cut if %s is pasted', async (pasted, shown) => {
    await update(demoTenant, 'SHIRT', { variants: [variant('M', 31)] })
    await goTo('/products/SHIRT')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.evaluate(`navigator.clipboard.writeText('${pasted}')`)
    await field('M').click()
    await page.keyboard.press('Control+A')
    await page.keyboard.press('Control+V')
    await expect.poll(() => field('M').inputValue()).toBe(shown)
    await field('M').press('Enter')
    await expect.poll(() => stockOf('M')).toBe(Number(shown))
    await update(demoTenant, 'SHIRT', { variants: [variant('M', 3)] })
  })

  test('is changed with + and −, and several clicks are one change', async () => {
    await goTo('/products/SHIRT')
    const puts: string[] = []
    const count = (request: { method: () => string; url: () => string }) =>
      request.method() === 'PUT' && puts.push(request.url())
    page.on('request', count)
    await page.getByRole('button', { name: 'One more of S' }).click({ clickCount: 3 })
    await page.getByRole('button', { name: 'One less of S' }).click()
    await notice('The stock is saved.').waitFor()
    page.off('request', count)
    expect(puts).toHaveLength(1)
    expect(await stockOf('S')).toBe(22)
  })

  const addWithPlus = () => page.getByRole('button', { name: 'One more of the product' }).click({ clickCount: 2 })
  const type = (value: string) => field('the product').fill(value)

  test.each([
    ['clicked on +, then left at once with Back', addWithPlus, () => page.goBack()],
    ['clicked on +, then left at once with a shortcut', addWithPlus, () => page.keyboard.type('go')],
    ['clicked on +, then left at once by loading the page again', addWithPlus, () => page.reload()],
    ['typed, then left with Back', () => type('14'), () => page.goBack()],
    ['typed, then left by loading the page again', () => type('14'), () => page.reload()],
  ])('is saved if it was %s', async (_, change, leave) => {
    await goTo('/products')
    await page.getByRole('link', { name: 'Leather belt' }).click()
    await change()
    await leave()
    await expect.poll(async () => (await read('BELT')).stock).toBe(14)
    await update(demoTenant, 'BELT', { stock: 12 })
  })

  test('is not saved if it was typed, but not confirmed until the session ended', async () => {
    const unused = await pages.openInNewContext()
    await unused.clock.install()
    await signIn(unused, pages, '/products/BELT')
    await unused.getByRole('textbox', { name: 'Stock of the product' }).fill('14')
    const methods: string[] = []
    unused.on('request', request => methods.push(request.method()))
    await unused.clock.fastForward('08:01:00')
    await unused.getByLabel('Secret key').waitFor()
    expect(methods).not.toContain('PUT')
    await unused.context().close()
  })

  test('is saved for its own product if a jump in the history shows another product', async () => {
    await addProducts(demoTenant, [{ id: 'CAP', name: 'Wool cap', price: 30 }])
    await update(demoTenant, 'CAP', { inventoryManagementMethod: 'Single', stock: 5 })
    await goTo('/products/BELT')
    await page.getByRole('link', { name: 'All products' }).click()
    await page.getByRole('link', { name: 'Wool cap' }).click()
    await page.getByRole('button', { name: 'One more of the product' }).click({ clickCount: 2 })
    await page.evaluate('history.go(-2)')
    await page.getByRole('heading', { name: 'Leather belt' }).waitFor()
    expect(await field('the product').inputValue()).toBe('12')
    await notice('The stock is saved.').waitFor()
    expect(await read('CAP')).toMatchObject({ stock: 7 })
    expect(await read('BELT')).toMatchObject({ stock: 12 })
    await remove(demoTenant, 'CAP')
  })

  test('of one variant after another is saved, even if the API is slow', async () => {
    await goTo('/products/SHIRT')
    await page.route('**/products/SHIRT', async route => {
      await new Promise(done => setTimeout(done, 400))
      await route.fallback()
    })
    await field('S').fill('7')
    await field('S').press('Tab')
    await field('M').fill('8')
    await field('M').press('Tab')
    await page.getByText('15 in total').waitFor()
    await expect.poll(() => stockOf('M')).toBe(8)
    expect(await stockOf('S')).toBe(7)
    await page.unroute('**/products/SHIRT')
  })

  test('is not sent if it is negative, unless it may be sold without stock', async () => {
    await goTo('/products/SHIRT')
    await field('L').fill('-2')
    await field('L').press('Enter')
    await page.getByText('At least 0').waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => field('L').inputValue()).toBe('0')
    await page.getByRole('switch', { name: 'Sell L without stock' }).press('Space')
    await notice('The stock is saved.').waitFor()
    await field('L').focus()
    /** The field moves the cursor just after it got the focus. A person does not type as fast as that. */
    await page.keyboard.type('-2', { delay: 50 })
    await field('L').press('Enter')
    await expect.poll(() => stockOf('L')).toBe(-2)
  })

  test('is not overwritten if it has changed since, and the new version can be loaded', async () => {
    await update(demoTenant, 'SHIRT', { variants: [variant('M', 8)] })
    await goTo('/products/SHIRT')
    await field('M').waitFor()
    await update(demoTenant, 'SHIRT', { variants: [variant('M', 40)] })
    await field('M').fill('99')
    await field('M').press('Enter')
    await page.getByText('M: 8 → 40').waitFor()
    expect(await stockOf('M')).toBe(40)
    await page.getByRole('button', { name: 'Load the new version' }).click()
    await expect.poll(() => field('M').inputValue()).toBe('40')
  })

  test('of a variant is saved if only the reply was lost, and is taken back by Undo', async () => {
    const before = await stockOf('M')
    await goTo('/products/SHIRT')
    await loseFirstReply(page, '**/products/SHIRT')
    await field('M').fill('55')
    await field('M').press('Enter')
    await notice('The stock is saved.').waitFor()
    await page.unroute('**/products/SHIRT')
    expect(await stockOf('M')).toBe(55)
    await undo()
    await notice('The change is undone.').waitFor()
    expect(await stockOf('M')).toBe(before)
  })

  test('is counted in another way if only the reply was lost', async () => {
    await goTo('/products/LAMP')
    await loseFirstReply(page, '**/products/LAMP')
    await page.getByText('One number').click()
    await notice('The stock is saved.').waitFor()
    await page.unroute('**/products/LAMP')
    expect(await read('LAMP')).toMatchObject({ inventoryManagementMethod: 'Single', stock: 0 })
    await undo()
    await notice('The change is undone.').waitFor()
    expect(await read('LAMP')).toMatchObject({ inventoryManagementMethod: 'Disabled' })
  })

  test('is not taken for saved if a sale has led to the same number', async () => {
    await goTo('/products/BELT')
    const { stock } = await read('BELT')
    await completeOrder(demoTenant, { items: [item({ id: 'BELT', name: 'Leather belt', price: 35, quantity: 1 })] })
    await updateAllTallies(demoTenant)
    expect(await read('BELT')).toMatchObject({ stock: stock - 1 })
    await field('the product').fill(String(stock - 1))
    await field('the product').press('Enter')
    await page.getByText(/^Units sold: /).waitFor()
    await update(demoTenant, 'BELT', { stock })
  })

  test('shows the refusal of the API in its own words, and the old number again', async () => {
    await goTo('/products/BELT')
    await page.route('**/products/BELT', route =>
      route.request().method() === 'PUT'
        ? route.continue({ postData: JSON.stringify({ stock: -5 }) })
        : route.fallback(),
    )
    await field('the product').fill('13')
    await field('the product').press('Enter')
    await page.getByText(/must be at least 0 unless allowOutOfStockPurchases is true/).waitFor()
    await expect.poll(() => field('the product').inputValue()).toBe('12')
    await page.unroute('**/products/BELT')
  })

  test('is counted in another way, which Undo takes back with all numbers', async () => {
    await goTo('/products/BELT')
    expect(await page.getByRole('radio', { name: 'Per variant' }).isDisabled()).toBe(true)
    await page.getByText('Not counted').click()
    await notice('The stock is saved.').waitFor()
    expect(await read('BELT')).toMatchObject({ inventoryManagementMethod: 'Disabled' })
    await undo()
    await notice('The change is undone.').waitFor()
    expect(await read('BELT')).toMatchObject({ inventoryManagementMethod: 'Single', stock: 12 })
  })
})

describe.skipIf(!hasBrowser)('a product', () => {
  test('is archived in two steps, is in the view of archived ones, and is restored', async () => {
    await goTo('/products/LAMP')
    await page.getByRole('button', { name: 'Archive' }).click()
    const dialog = page.getByRole('dialog', { name: 'Archive Desk lamp?' })
    await dialog.getByRole('button', { name: 'Keep it' }).click()
    expect(await read('LAMP')).toMatchObject({ archived: false })
    await page.getByRole('button', { name: 'Archive' }).click()
    await dialog.waitFor()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Archive' }).click()
    await notice('The product is archived.').waitFor()
    expect(await read('LAMP')).toMatchObject({ archived: true })
    await goTo('/products?only=archived')
    await page.getByRole('link', { name: 'Desk lamp' }).click()
    await page.getByRole('button', { name: 'Restore' }).click()
    await notice('The product is restored.').waitFor()
    expect(await read('LAMP')).toMatchObject({ archived: false })
  })

  test('is not archived if its stock was counted meanwhile, and the notice has the words of the screen', async () => {
    await addProducts(demoTenant, [{ id: 'SCARF', name: 'Wool scarf', price: 30 }])
    await goTo('/products/SCARF')
    await page.getByRole('heading', { name: 'Wool scarf' }).waitFor()
    await update(demoTenant, 'SCARF', { inventoryManagementMethod: 'Single', stock: 1200 })
    await page.getByRole('button', { name: 'Archive' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click()
    await page.getByText('How the stock is counted: Not counted → One number').waitFor()
    await page.getByText('Stock: – → 1,200').waitFor()
    expect(await read('SCARF')).toMatchObject({ archived: false })
    await remove(demoTenant, 'SCARF')
  })

  test('shows scripts and links of a hostile page as text', async () => {
    const url = 'javascript:alert(1)'
    const name = '<img src=x onerror=alert(1)>'
    await addProducts(demoTenant, [{ id: 'EVIL', name, url, image: 'http://127.0.0.1:1/x.png', description: name }])
    await goTo('/products/EVIL')
    await page.getByRole('heading', { name }).waitFor()
    await page.getByText(url).waitFor()
    expect(await page.locator('a[href^="javascript"]').count()).toBe(0)
    await remove(demoTenant, 'EVIL')
  })

  test.each(['__proto__', 'constructor'])('shows a custom field of the type %s', async type => {
    await completeOrder(demoTenant, { items: [item({ id: 'ODD', customFields: [{ name: 'Engraving', type }] })] })
    await goTo('/products/ODD')
    await page.getByRole('row', { name: `Engraving ${type}` }).waitFor()
    await remove(demoTenant, 'ODD')
  })

  test('has the currency of the store if the API is of the release before, which sends none', async () => {
    await page.route(`${pages.url}/products/SHIRT`, async route => {
      const response = await fetchReply(route)
      await route.fulfill({ response, json: { ...(await response.json()), currency: undefined } })
    })
    await goTo('/products/SHIRT')
    await page.getByText('€59.00', { exact: true }).waitFor()
    await page.getByText('S, M (+€2.00), L').waitFor()
    await page.unroute(`${pages.url}/products/SHIRT`)
  })

  test('has texts in German', async () => {
    const other = await pages.open()
    await signIn(other, pages, '/products/SHIRT')
    await other.getByRole('button', { name: 'Store 1001' }).click()
    await other.getByRole('menuitemradio', { name: 'Deutsch' }).click()
    await other.getByRole('textbox', { name: 'Bestand von M' }).waitFor()
  })

  test('has the sentence of the API if it does not exist', async () => {
    await goTo('/products/NO-SUCH')
    await page.getByText('Not found').waitFor()
  })
})

const json = { 'content-type': 'application/json' }
const importFrom = async (url: string) => {
  await goTo('/products/import')
  await page.getByRole('textbox', { name: 'Address of the page' }).fill(url)
  await page.getByRole('button', { name: 'Import' }).click()
}

describe.skipIf(!hasBrowser)('the import', () => {
  test('saves the products of a page, and shows them', async () => {
    const mugs = [
      { id: 'NEW-1', name: 'Tall mug', price: 9.9, url: '/1', inventoryManagementMethod: 'Single', stock: 2 },
      { id: 'NEW-2', name: 'Wide mug', price: 12, url: '/2' },
    ]
    await importFrom(`http://${await servePage(JSON.stringify(mugs), json)}/mugs.json`)
    await page.getByText('2 products are saved.').waitFor()
    expect((await shownIds()).toSorted()).toEqual(['NEW-1', 'NEW-2'])
    expect(await read('NEW-1')).toMatchObject({ name: 'Tall mug', price: 9.9, stock: 2 })
    await expectAccessible(page)
    await screenshot(page, 'import-saved')
  })

  test('shows each fault of a page as the API says it', async () => {
    const faulty = [
      { id: 'BAD-1', price: 'x', url: '/1' },
      { price: 1, url: '/2' },
    ]
    await importFrom(`http://${await servePage(JSON.stringify(faulty), json)}/mugs.json`)
    await page.getByText('Not imported').waitFor()
    expect(await page.getByRole('alert').getByRole('listitem').count()).toBeGreaterThan(1)
    await screenshot(page, 'import-faults')
    await importFrom('http://127.0.0.1:9/page.html')
    await page
      .getByText(/only ports 80, 443, 8080 and 8443 are allowed/)
      .first()
      .waitFor()
    await expectAccessible(page)
    await screenshot(page, 'import-url-fault')
  })

  test('asks no other server than that of the pictures, keeps to its content security policy, and has no errors', () => {
    expect(pages.faults).toEqual([])
  })
})

/**
 * Tests the screen of an order in a real browser. The tests are skipped if Chromium is not installed.
 * @module-tag long
 */

import { describe, expect, test } from 'vitest'
import { demoTenant } from '../../infra/local/demo/objects.ts'
import { completeOrder, item, sendEvent, withdrawal } from '../support/checkout.ts'
import { hasBrowser } from '../support/chromium.ts'
import { paidOrder, refund } from '../support/payments.ts'
import { call } from '../support/store.ts'
import { expectAccessible, screenshot, signIn, sizes, usePages } from './browser.ts'
import { customField, orderFields, useOrderScreen } from './order-screen.ts'

const pages = usePages()
const screen = useOrderScreen(pages)

describe.skipIf(!hasBrowser)('an order', () => {
  test('shows its lines, and amounts that add up to its total', async () => {
    await screen.show(await paidOrder(demoTenant, orderFields))
    const lines = await screen.section('2 items').textContent()
    for (const part of ['Classic tee, black', 'Size: M', '€40.00', '-€5.20', '€4.90', '€8.89', '€60.59'])
      expect(lines).toContain(part)
    const numbers = (kinds: RegExp) =>
      [...(lines ?? '').matchAll(kinds)].map(([, sign, number]) => Number(`${sign}${number}`))
    const rows = numbers(/(?:Items|Discount|Shipping|Tax)[^€]*?(-?)€(\d+\.\d\d)/g)
    expect(rows).toHaveLength(4)
    expect(rows.reduce((sum, value) => sum + value, 0)).toBeCloseTo(60.59)
    await screen.section('Customer').getByRole('link', { name: 'Jane Doe' }).waitFor()
    expect(await screen.section('Notes of the buyer').textContent()).toContain('Please leave it with the neighbours.')
  })

  test('shows a difference to its total in a row of its own, and taxes that its prices include', async () => {
    const taxes = [{ taxName: 'VAT', taxRate: 0.19, amount: 8.3, includedInPrice: true }]
    await screen.show(await paidOrder(demoTenant, { ...orderFields, taxes, finalGrandTotal: 50, grandTotal: 50 }))
    const lines = await screen.section('2 items').textContent()
    expect(lines).toMatch(/Other\s*-€1\.70/)
    expect(lines).toMatch(/Includes VAT 19\s%\s*€8\.30/)
  })

  test('has the decimals that the API has, also if browsers show none for the currency', async () => {
    const token = await completeOrder(demoTenant, { currency: 'RSD', finalGrandTotal: 1299.5, grandTotal: 1299.5 })
    await screen.show(token)
    await screen.text(/RSD\s1,299\.50/)
  })

  test('has files with the number of their downloads', async () => {
    const file = item({ fileGuid: 'f-1', fileName: 'pattern.pdf', maxNbrDownload: 5, daysUntilExpire: 36500 })
    const token = await paidOrder(demoTenant, { ...orderFields, items: [file] })
    await sendEvent(demoTenant, 'order.digital.downloaded', { orderToken: token, fileGuid: 'f-1' })
    await screen.show(token)
    await screen.section('Downloads').getByText('1 of 5').waitFor()
    await screen.section('Downloads').getByRole('link', { name: 'pattern.pdf' }).waitFor()
  })

  test('shows the sections in another language', async () => {
    const german = await pages.open({ locale: 'de-DE' })
    await signIn(german, pages, `/orders/${await paidOrder(demoTenant, orderFields)}`)
    await german.getByRole('button', { name: 'Store 1001' }).click()
    await german.getByRole('menuitemradio', { name: 'Deutsch' }).click()
    await german.getByRole('button', { name: 'Erstatten' }).click()
    await german.getByRole('button', { name: 'Weiter' }).click()
    await german.getByText('60,59 € gehen über den Zahlungsdienst an Jane Doe (Visa ···· 4242) zurück.').waitFor()
  })
})

describe.skipIf(!hasBrowser)('a hostile order', () => {
  const script = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>'
  const url = 'javascript:window.hacked=1'

  test('is shown as text, without a script and without a link', async () => {
    const token = await completeOrder(demoTenant, {
      invoiceNumber: script,
      cardHolderName: script,
      notes: script,
      trackingNumber: 'track me',
      trackingUrl: url,
      shippingMethod: script,
      billingAddress: { firstName: script, name: script, address1: script, city: script, country: 'DE' },
      customFields: [{ name: script, value: script }],
      items: [
        item({
          name: script,
          image: url,
          url,
          fileGuid: 'x',
          fileName: script,
          customFields: [{ ...customField, value: script }],
        }),
      ],
      discounts: [{ name: script, amountSaved: 1 }],
      taxes: [{ taxName: script, taxRate: 0.1, amount: 1 }],
      metadata: { [script]: script },
    })
    await sendEvent(demoTenant, 'order.withdrawal.created', withdrawal(token, { customerName: script }))
    await call('refunds.create', demoTenant, { params: { token }, body: { amount: 1, comment: script } })
    await screen.show(token)
    await screen.section('Downloads').getByText(script).waitFor()
    await screen.text('track me')
    expect(await screen.page.evaluate('window.hacked')).toBeUndefined()
    expect(
      await screen.page.locator('[href^="javascript:" i], [src^="javascript:" i], [src="x"], #root script').count(),
    ).toBe(0)
    expect(await screen.page.getByText(script).count()).toBeGreaterThan(8)
    await screenshot(screen.page, 'order-hostile')
    await expectAccessible(screen.page)
  })

  test.each(['__proto__', 'constructor'])('with the payment method %s is shown', async paymentMethod => {
    await screen.show(await completeOrder(demoTenant, { paymentMethod, creditCardLast4Digits: null }))
    await screen.section('Payment').getByText(paymentMethod).waitFor()
  })
})

test.skipIf(!hasBrowser).each(sizes)('an order is accessible in %s at %i pixels', async (colorScheme, width) => {
  const token = await paidOrder(demoTenant, orderFields)
  await refund(demoTenant, token, { amount: 5, comment: 'The parcel was late', autoRefundTaxes: true })
  await sendEvent(demoTenant, 'order.withdrawal.created', withdrawal(token))
  const opened = await pages.open({ colorScheme, viewport: { width, height: 844 } })
  await signIn(opened, pages, `/orders/${token}`)
  await opened.getByText('The parcel was late').waitFor()
  await expectAccessible(opened)
  expect(await opened.evaluate('document.documentElement.scrollWidth')).toBe(width)
  await opened.setViewportSize({ width, height: 2200 })
  await screenshot(opened, `order-${colorScheme}-${width}`)
  await opened.goto(`${pages.url}/admin/orders/${token}?dialog=refund`)
  await opened.getByText('By line').click()
  await expectAccessible(opened)
  await opened.setViewportSize({ width, height: 900 })
  await screenshot(opened, `order-refund-${colorScheme}-${width}`)
})

test.skipIf(!hasBrowser)(
  'the screen asks no other server, keeps to its content security policy, and has no errors',
  () => {
    expect(pages.faults).toEqual([])
  },
)

/** Does what README.md and the guides say, in a terminal and in a browser, on the demo store. */

import { execFile, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { findFreePort, isAnswering } from '../../infra/local/ports.ts'
import { createClient } from '../../lib/client/index.ts'
import { guides } from '../../lib/docs/schemas.ts'
import { type StartedProcess, startReady, terminalEnvironment } from '../infra/local/start-process.ts'
import { openPage, screenshot } from '../pages/browser.ts'
import { hasBrowser, launchBrowser } from '../support/chromium.ts'
import { copyRepository, shortenDemo } from '../support/repository-copy.ts'

/** The port at which the guide for Stripe starts a server in place of Stripe. */
const guidePort = '12111'

/**
 * Runs the script in the guide that starts a server in place of Stripe. The directory `cwd` must contain the sample
 * objects.
 */
async function startStandIn(cwd: string): Promise<string> {
  const [, script = ''] = /^node -e '(.*?)' &$/ms.exec(readFileSync('lib/docs/guides/stripe.md', 'utf8')) ?? []
  const port = await findFreePort()
  const child = spawn('node', ['-e', script.replace(guidePort, String(port))], { cwd, stdio: 'inherit' })
  onTestFinished(() => void child.kill())
  const url = `http://127.0.0.1:${port}`
  await expect.poll(() => isAnswering(url)).toBe(true)
  return url
}

const setsVariables = /^KEY=.+ API=.+$/m

/**
 * Returns whether the test leaves out a block of commands. Such a block installs or starts the API, or needs AWS,
 * Stripe, or a value that the reader must fill in.
 */
const isLeftOut = (block: string) => /npm ci|npm start|npm install|--stage|^aws |--id ID|\.txt/m.test(block)

function parse(file: string) {
  const text = readFileSync(file, 'utf8')
  const blocks = [...text.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = '']) => block)
  const inline = [...text.matchAll(/`(curl [^`]+)`/g)].map(([, command = '']) => command)
  return {
    file,
    text,
    pasted: [...blocks.filter(block => !isLeftOut(block)), ...inline.filter(line => line.includes('$API'))],
  }
}

const documents = ['README.md', ...guides.map(name => `lib/docs/guides/${name}.md`)].map(parse)
const withCommands = documents.filter(({ pasted }) => pasted.length > 0)

test('every curl command uses the variables of the line that sets them', () => {
  const commands = documents.flatMap(({ text }) => text.match(/curl [-"].+/g) ?? [])
  expect(commands.length).toBeGreaterThan(8)
  for (const command of commands) expect(command).toMatch(/^curl (-u "\$KEY:" )?.*"\$(API|ORDER|SUBSCRIPTION|URL)/)
})

test('README.md and On your machine set the variables, and other guides that use them link to it', () => {
  const setting = documents.filter(({ text }) => setsVariables.test(text))
  expect(setting.map(({ file }) => file)).toEqual(['README.md', 'lib/docs/guides/on-your-machine.md'])
  const using = withCommands.filter(({ pasted }) => /\$(API|KEY)/.test(pasted.join()))
  expect(using.length).toBeGreaterThan(4)
  for (const { file, text } of using.filter(document => !setting.includes(document)))
    expect(text, file).toContain('](on-your-machine.md)')
})

/** Refunds an order as a newcomer does: only with the printed link and the names that the screens show. */
async function refundAnOrder({ output, port }: StartedProcess): Promise<void> {
  const [, link = '', key = ''] = /^Pages (http.+#key=(.+))$/m.exec(output()) ?? []
  const url = `http://127.0.0.1:${port}`
  const browser = await launchBrowser()
  onTestFinished(() => browser.close())
  const faults: string[] = []
  const page = await openPage(browser, { url, faults })
  const click = (role: 'link' | 'button', name: string | RegExp) => page.getByRole(role, { name }).first().click()
  /** Returns how many sales figures in francs the home page shows. New orders appear there within seconds. */
  const salesInFrancs = async () => {
    await page.goto(link)
    await page.getByRole('img', { name: /^Sales in/ }).waitFor()
    return page.getByText(/^CHF\s[1-9]/).count()
  }
  await expect.poll(salesInFrancs).toBeGreaterThan(1)
  await screenshot(page, 'home')
  await page.setViewportSize({ width: 1280, height: 720 })
  await click('link', 'Orders')
  const row = page.getByRole('row', { name: /INV-.+Paid.+To ship/ }).first()
  const invoiceNumber = await row.getByRole('link').textContent()
  await screenshot(page, 'orders')
  await row.getByText('Paid').click()
  await page.getByRole('heading', { name: `Order ${invoiceNumber}` }).waitFor()
  await screenshot(page, 'order')
  await click('button', 'Refund')
  await page.getByLabel('Comment').fill('A button was missing')
  await click('button', 'Continue')
  await page.getByText('The order is still to ship: cancel it if nothing is to be sent.').waitFor()
  await screenshot(page, 'refund')
  await click('button', /^Refund .*\d/)
  await page.getByText(/ is refunded: credit note CN-\d+\.$/).waitFor()
  const shop = createClient({ url, key })
  const { items } = await shop.orders.list({ invoiceNumber: invoiceNumber ?? '' })
  expect(items).toMatchObject([{ paymentStatus: 'Refunded', refunds: [{ comment: 'A button was missing' }] }])
  expect(faults).toEqual([])
}

test('the link and the line that npm start prints lead to a refund in the browser, and to commands that work', {
  tags: ['long'],
  /**
   * The timeout in milliseconds. The test takes about two minutes on an idle machine, and can take several times as
   * long on a busy one.
   */
  timeout: 1_800_000,
}, async () => {
  const copy = copyRepository()
  /** Other tests fill and import the whole demo store. The pictures of README show the whole store. */
  if (!process.env.PAGES_SCREENSHOTS) shortenDemo(copy)
  const STRIPE_URL = await startStandIn(copy)
  const started = await startReady({ copy, environment: { STRIPE_URL } })
  const printed = /^ {2}(KEY=.+ API=.+)$/m.exec(started.output())?.[1] ?? ''
  for (const { text } of documents) {
    const [written = printed] = setsVariables.exec(text)?.map(line => line.replace(':3000', `:${started.port}`)) ?? []
    expect(written).toBe(printed)
  }
  await started.prints('The demo store is filled')
  if (hasBrowser) await refundAnOrder(started)
  /** Runs the commands of a document in a shell of its own, as if a reader pasted them into a new terminal. */
  const paste = async ({ file, pasted }: (typeof documents)[number]) => {
    const commands = pasted.join('\n').replace(setsVariables, '').replace(`http://127.0.0.1:${guidePort}`, STRIPE_URL)
    const script = `${printed}\n${commands.replaceAll('curl ', 'curl --fail-with-body -sS ')}`
    const options = { cwd: copy, env: terminalEnvironment, maxBuffer: 1e8 }
    const { stdout } = await promisify(execFile)('bash', ['-ec', script], options).catch(error => {
      throw new Error(`${file}\n${error.stdout}\n${error.stderr}`)
    })
    return stdout
  }
  const outputs: string[] = []
  for (const document of withCommands) outputs.push(await paste(document))
  const stdout = outputs.join('\n')
  /** The refund that a guide makes appears in the list of refunds, and in the ledger of the sandbox gateway. */
  expect(stdout.match(/A button was missing/g)?.length).toBeGreaterThan(1)
  expect(stdout).toContain('"lastAttemptedInvoiceState":"Declined"')
  /** The order of the sample Checkout session is partly refunded. The backfill finds this session again. */
  expect(stdout).toMatch(/"paymentTransactionId":"pi_sample".*"refundsAmount":5[,}]/)
  expect(stdout).toMatch(/^sessions +1 +1 +0$/m)
})

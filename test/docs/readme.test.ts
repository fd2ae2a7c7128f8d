/** Pastes the commands of README.md into a terminal, on the demo store. */

import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { startReady, terminalEnvironment } from '../infra/local/start-process.ts'
import { json, startFakeStripe } from '../payments/fake-stripe.ts'
import { copyRepository } from '../support/repository-copy.ts'

const readme = readFileSync('README.md', 'utf8')
const blocks = [...readme.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, text = '']) => text)
const inline = [...readme.matchAll(/`(curl [^`]+)`/g)].map(([, text = '']) => text)
const variables = /^KEY=.+ API=.+$/m.exec(readme)?.[0] ?? ''

/** The address of the stand-in for Stripe. */
const standIn = 'http://127.0.0.1:12111'

/** A developer can paste these while the API runs on this machine: the other commands need AWS, Stripe, or an id. */
const isLocal = (text: string) => /curl |store -- /.test(text) && !/--stage|--id ID|\.txt/.test(text)
const pasted = [...blocks.filter(isLocal), ...inline.filter(text => text.includes('$API'))]

test('every curl command uses the variables of the line that sets them', () => {
  const commands = readme.match(/curl [-"].+/g) ?? []
  expect(commands.length).toBeGreaterThan(8)
  for (const command of commands)
    expect(command).toMatch(/^curl (-u "\$KEY:" )?.*"\$(API|ORDER|SUBSCRIPTION)/)
})

test('the commands work when they are pasted after the line that npm start prints', {
  tags: ['long'],
}, async () => {
  const copy = copyRepository()
  const stripe = await startFakeStripe()
  onTestFinished(stripe.close)
  stripe.answer(json(200, { id: 'acct_1' }))
  const { STRIPE_URL = '' } = process.env
  const started = await startReady({ copy, environment: { STRIPE_URL } })
  const printed = /^ {2}(KEY=.+ API=.+)$/m.exec(started.output())?.[1] ?? ''
  expect(printed).toBe(variables.replace(':3000', `:${started.port}`))
  await started.prints('The demo store is filled')
  const withStatus = (script: string) => script.replaceAll('curl ', 'curl --fail-with-body -sS ')
  const commands = pasted.map(text => withStatus(text).replace(variables, '').replace(standIn, STRIPE_URL))
  const script = [printed, ...commands].join('\n')
  const options = { cwd: copy, env: terminalEnvironment, maxBuffer: 1e8 }
  const { stdout } = await promisify(execFile)('bash', ['-ec', script], options).catch(error => {
    throw new Error(`${error.stdout}\n${error.stderr}`)
  })
  /** The refund that is made is in the list, and in the ledger of the sandbox. */
  expect(stdout.match(/A button was missing/g)?.length).toBeGreaterThan(1)
  expect(stdout).toContain('"lastAttemptedInvoiceState":"Declined"')
})

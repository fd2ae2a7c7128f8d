/** The demo store: created at the first start, so that there is something to call and a key to call it with. */

import { writeFileSync } from 'node:fs'
import * as accounts from '../../../lib/accounts/index.ts'
import type { Tenant } from '../../../lib/core/tenant.ts'
import * as discounts from '../../../lib/discounts/index.ts'
import * as domains from '../../../lib/domains/index.ts'
import * as keys from '../../../lib/keys/index.ts'
import * as shipping from '../../../lib/shipping/index.ts'
import { keyFileIn, readText } from '../directories.ts'
import { createInvoke, loadFrom } from '../lambda.ts'
import { documentedEvents, send } from './events.ts'
import * as objects from './objects.ts'

export interface Demo {
  account: number
  testKey: string
  /** Null unless it was created just now: only the test key is stored, for the curl line. */
  liveKey: string | null
}

/** Every object has a fixed id, so that doing it twice creates nothing twice. */
async function createDemoData(tenant: Tenant): Promise<void> {
  const { currency } = objects.demoAccount
  for (const [id, body] of objects.discounts) await discounts.create(tenant, { id, body, currency })
  for (const [id, body] of objects.shippingMethods) await shipping.create(tenant, { id, body, currency })
  await domains.update(tenant, { defaultDomain: objects.defaultDomain })
  await domains.allow(tenant, objects.allowedDomains)
  await send(documentedEvents, createInvoke(loadFrom('source')))
}

/**
 * The only secret that is stored: it opens made-up data on this machine, and every start prints it in a curl command.
 * It is written last: while it is missing, the demo store is incomplete.
 */
const storedKey = (directory: string) => readText(keyFileIn(directory))?.trim() ?? ''

/** Creates what is missing of the demo store; null where account 1001 is another store. */
export async function ensureDemo(directory: string, print: (line: string) => void = () => {}): Promise<Demo | null> {
  const stored = storedKey(directory)
  const authenticated = stored ? await keys.authenticate(stored) : null
  if (authenticated) return { account: authenticated.account.account, testKey: stored, liveKey: null }
  const existing = await accounts.find(objects.demoNumber)
  const { account, name } = existing ?? (await accounts.create(objects.demoAccount))
  if (name !== objects.demoAccount.name) return null
  print('Creating the demo store.')
  await accounts.update(account, objects.demoSettings)
  await createDemoData(objects.demoTenant)
  const live = await keys.issue({ account, mode: 'Live' })
  const test = await keys.issue(objects.demoTenant)
  writeFileSync(keyFileIn(directory), `${test.secret}\n`, { mode: 0o600 })
  return { account, testKey: test.secret, liveKey: live.secret }
}

/** For commands that only need the objects of the sample requests. Returns the key of the demo store, if it is known. */
export async function ensureSampleData(directory: string): Promise<string> {
  if (!(await accounts.find(objects.demoNumber))) await ensureDemo(directory)
  return storedKey(directory)
}

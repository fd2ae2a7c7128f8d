/** Creates the demo store at the first start, so that developers have data and a key to call the API with. */

import { writeFileSync } from 'node:fs'
import * as accounts from '../../../lib/accounts/index.ts'
import type { Tenant } from '../../../lib/core/tenant.ts'
import * as discounts from '../../../lib/discounts/index.ts'
import * as domains from '../../../lib/domains/index.ts'
import * as keys from '../../../lib/keys/index.ts'
import * as shipping from '../../../lib/shipping/index.ts'
import { pathsIn } from '../data-directory.ts'
import { readTextFile } from '../json-files.ts'
import { invokeFromSource } from '../lambda.ts'
import { documentedEvents, sendToCheckout } from './events.ts'
import * as objects from './objects.ts'

export interface Demo {
  account: number
  /** This key may be stored in a file, because it gives access only to made-up data on this machine. */
  testKey: string
  /**
   * The live key if this run has created it. In later runs, the live key is null, because only the test key is stored.
   */
  liveKey: string | null
}

/** Every object of the demo store has a fixed id, so that a second run creates no duplicates. */
async function createDemoData(tenant: Tenant): Promise<void> {
  const { currency } = objects.demoAccount
  for (const discount of objects.discounts) await discounts.create(tenant, { ...discount, currency })
  for (const method of objects.shippingMethods) await shipping.create(tenant, { ...method, currency })
  await domains.update(tenant, { defaultDomain: objects.defaultDomain })
  await domains.allow(tenant, objects.allowedDomains)
  await sendToCheckout(documentedEvents, invokeFromSource)
}

/**
 * Returns the stored test key, or an empty text. The key is stored last, so a missing key means that the demo store is
 * incomplete.
 */
const storedKey = (directory: string) => readTextFile(pathsIn(directory).demoKey)?.trim() ?? ''

/**
 * Creates the missing parts of the demo store. Returns null if account 1001 belongs to a store other than the demo
 * store.
 */
export async function ensureDemoStore(
  directory: string,
  print: (line: string) => void = () => {},
): Promise<Demo | null> {
  const stored = storedKey(directory)
  const authenticated = stored ? await keys.authenticate(stored) : null
  if (authenticated) return { account: authenticated.account.account, testKey: stored, liveKey: null }
  const existing = await accounts.find(objects.demoAccountNumber)
  const { account, name } = existing ?? (await accounts.create(objects.demoAccount))
  if (name !== objects.demoAccount.name) return null
  print('Creating the demo store.')
  await accounts.update(account, objects.demoSettings)
  await createDemoData(objects.demoTenant)
  const live = await keys.issue({ account, mode: 'Live' })
  const test = await keys.issue(objects.demoTenant)
  writeFileSync(pathsIn(directory).demoKey, `${test.secret}\n`, { mode: 0o600 })
  return { account, testKey: test.secret, liveKey: live.secret }
}

/**
 * Returns the test key of the demo store, or an empty text if no key is stored. Creates the demo store if account 1001
 * does not exist.
 */
export async function findOrCreateDemoKey(directory: string): Promise<string> {
  if (!(await accounts.find(objects.demoAccountNumber))) await ensureDemoStore(directory)
  return storedKey(directory)
}

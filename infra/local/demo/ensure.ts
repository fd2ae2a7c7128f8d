/** The demo store: opened at the first start, so that there is something to call and a key to call it with. */

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as accounts from '../../../lib/accounts/index.ts'
import type { Tenant } from '../../../lib/core/tenant.ts'
import * as discounts from '../../../lib/discounts/index.ts'
import * as domains from '../../../lib/domains/index.ts'
import * as keys from '../../../lib/keys/index.ts'
import * as shipping from '../../../lib/shipping/index.ts'
import { from, invokeWith } from '../lambda.ts'
import { demoNumber } from './event.ts'
import * as objects from './objects.ts'
import { sampleEvents } from './samples.ts'
import { send } from './sending.ts'
import { shippingMethods } from './shipping-methods.ts'

export interface Demo {
  account: number
  testKey: string
  /** Only when it was just made: no secret is kept but the one for the curl line. */
  liveKey: string | null
}

/**
 * What a shop's owner sets is made by the rooms' own verbs; made again under the same ids, nothing is made twice. What
 * buyers do is told by the checkout: here only as much of it as the sample requests speak of.
 */
async function furnish(tenant: Tenant): Promise<void> {
  const { currency } = objects.demoAccount
  for (const [id, body] of objects.discounts) await discounts.create(tenant, { id, body, currency })
  for (const [id, body] of shippingMethods) await shipping.create(tenant, { id, body, currency })
  await domains.update(tenant, { defaultDomain: objects.defaultDomain })
  await domains.allow(tenant, objects.allowedDomains)
  await send(sampleEvents, invokeWith(from('source')))
}

/**
 * The one secret that is written down: it opens made-up data on this machine only, and the curl line that
 * every start prints is worth more than its secrecy. It is written last: while it is missing, the demo is incomplete.
 */
const keyFile = (directory: string) => join(directory, 'demo-key')

function keptKey(directory: string): string {
  try {
    return readFileSync(keyFile(directory), 'utf8').trim()
  } catch {
    return ''
  }
}

/** The demo store with a key that opens it, made as far as it is missing; null where account 1001 is somebody else's. */
export async function ensureDemo(directory: string): Promise<Demo | null> {
  const kept = keptKey(directory)
  const opened = kept ? await keys.authenticate(kept) : null
  if (opened) return { account: opened.account.account, testKey: kept, liveKey: null }
  const { account, name } = (await accounts.find(demoNumber)) ?? (await accounts.create(objects.demoAccount))
  if (name !== objects.demoAccount.name) return null
  /** Its carts are of a certain day, and are to be seen on any. */
  await accounts.setCartDays(account, 3650)
  await furnish({ account, mode: 'Test' })
  const live = await keys.issue({ account, mode: 'Live' })
  const test = await keys.issue({ account, mode: 'Test' })
  writeFileSync(keyFile(directory), `${test.secret}\n`, { mode: 0o600 })
  return { account, testKey: test.secret, liveKey: live.secret }
}

/** For whoever only needs the account that the sample events speak of. */
export async function ensureSamples(directory: string): Promise<void> {
  if (!(await accounts.find(demoNumber))) await ensureDemo(directory)
}

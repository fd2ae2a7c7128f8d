/** `npm run bench:cost`: measures what endpoints, checkout events and a month cost in AWS, and checks their limits. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findStage } from '../../infra/stages.ts'
import { startShop } from '../support/shop.ts'
import { withDatabase } from './database.ts'

const usage = `Usage: npm run bench:cost -- [options]

  --orders NUMBER  orders in the measured store (1000)
  --help           show this help`

const { values } = parseArgs({
  options: { orders: { type: 'string', default: '1000' }, help: { type: 'boolean', default: false } },
})

/**
 * Sets the rate limit of keys and the log level of production, and turns on metrics, because they all cost something.
 * Files are in the directory of this run.
 */
function setEnvironment(directory: string): void {
  const { keyRequestsPerSecond, keyBurst, logLevel } = findStage('prod')
  Object.assign(process.env, {
    STAGE: 'local',
    KEY_REQUESTS_PER_SECOND: String(keyRequestsPerSecond),
    KEY_BURST: String(keyBurst),
    POWERTOOLS_LOG_LEVEL: logLevel,
    POWERTOOLS_METRICS_DISABLED: 'false',
    DOCS_DIR: join(directory, 'docs'),
    PAGES_DIR: join(directory, 'pages'),
    MAIL_DIR: join(directory, 'mail'),
    GATEWAY_KEYS_DIR: join(directory, 'gateway-keys'),
    CHECKOUT_QUEUE_DIR: join(directory, 'checkout-queue'),
    EVENT_SECRETS_DIR: join(directory, 'event-secrets'),
  })
}

// Most modules are imported after the environment is set, because some read it when they are loaded.
function measureCost(orders: number): Promise<number> {
  const directory = mkdtempSync(join(tmpdir(), 'bench-cost-'))
  return withDatabase({ hasStream: false }, async () => {
    setEnvironment(directory)
    const shop = await startShop()
    process.env.CRAWLER_ALLOW_HOSTS = shop.host
    const { writeDocs } = await import('../../infra/docs.ts')
    writeDocs(join(directory, 'docs'))
    const { buildBackOfficePages } = await import('../../infra/back-office-pages.ts')
    await buildBackOfficePages(join(directory, 'pages'))
    const { report } = await import('./cost/report.ts')
    return report({ orders, directory, shopHost: shop.host }).finally(shop.close)
  }).finally(() => rmSync(directory, { recursive: true }))
}

const orders = Number(values.orders)
if (values.help) console.log(usage)
else if (Number.isInteger(orders) && orders > 0) process.exitCode = await measureCost(orders)
else {
  console.error(usage)
  process.exitCode = 2
}

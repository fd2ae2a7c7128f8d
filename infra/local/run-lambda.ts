/** Runs one Lambda on the data of the running API. */

import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { routes } from '../../lib/api.ts'
import { keyFilesIn } from '../../lib/payments/gateway-keys.ts'
import { workers } from '../../lib/workers.ts'
import { docsDirectory } from '../docs.ts'
import { type FoundTable, findLocalTable } from './database/local-table.ts'
import { demoTenant } from './demo/objects.ts'
import { productsPagePath } from './demo/products-page.ts'
import { createInvoke, loadHandlersFrom } from './lambda.ts'
import { lambdaEnvironment, writeDocsAndBundles } from './lambda-environment.ts'
import { fillInSample, needsStripeSignature, type SampleEvent, type SampleValues } from './sample-event.ts'

export const lambdaNames = [...routes, ...workers]
  .map(({ name }) => name)
  .concat('authorizer')
  .sort()

export interface RunOptions {
  /** The data directory of the running API. */
  data: string
  built: boolean
}

interface Input {
  event: SampleEvent
  /** Whether the event is a sample from `events/`, which must be completed with values of this machine. */
  isSample: boolean
}

export async function runLambda(name: string, { event, isSample }: Input, { data, built }: RunOptions) {
  const table = await findLocalTable(data)
  const docs = resolve(import.meta.dirname, '../..', docsDirectory)
  const variables = lambdaEnvironment({ ...table, docs })
  /** Only errors are logged, because standard output is for the reply alone. */
  Object.assign(process.env, { POWERTOOLS_LOG_LEVEL: 'ERROR' }, variables)
  const { ensureSampleData } = await import('./demo/ensure-demo-store.ts')
  const key = await ensureSampleData(table.directory)
  await writeDocsAndBundles(built)
  const input = isSample ? fillInSample(event, { key, ...(await sampleValues(event, table)) }) : event
  return createInvoke(loadHandlersFrom(built ? 'bundle' : 'source'))(name, input)
}

const sampleValues = async (event: SampleEvent, table: FoundTable): Promise<SampleValues> => ({
  ...(needsStripeSignature(event) && { webhookSecret: await webhookSecret(table) }),
  pageUrl: table.url ? `${table.url}${productsPagePath}` : undefined,
  codeSuffix: randomUUID().slice(0, 8).toUpperCase(),
})

/** Returns the webhook secret of the demo store. Without one, a temporary secret is created for this run. */
async function webhookSecret({ gatewayKeys }: FoundTable): Promise<string> {
  const stored = await keyFilesIn(gatewayKeys).load(demoTenant)
  if (stored?.webhookSecret) return stored.webhookSecret
  const created = `whsec_${randomUUID()}`
  const directory = mkdtempSync(join(tmpdir(), 'back-office-keys-'))
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }))
  await keyFilesIn(directory).save(demoTenant, { apiKey: '', webhookSecret: created })
  process.env.GATEWAY_KEYS_DIR = directory
  return created
}

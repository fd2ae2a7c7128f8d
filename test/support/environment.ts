/**
 * Gives each test file a table of its own, and sets the environment variables of a Lambda before our modules are
 * loaded.
 */

import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, inject, vi } from 'vitest'
import { restoreAwsMocks } from './mock-aws.ts'

/**
 * A worker process runs many test files. Each file loads our modules anew, so that it has its own state, mocks and
 * environment variables.
 */
vi.resetModules()
restoreAwsMocks()

const table = `back-office-test-${randomUUID()}`

Object.assign(process.env, {
  STAGE: 'test',
  TABLE_NAME: table,
  DYNAMODB_ENDPOINT: inject('dynamodbEndpoint'),
  /** DynamoDB Local makes one write at a time for each access key, so each worker process has its own key. */
  DYNAMODB_ACCESS_KEY: `worker${process.env.VITEST_POOL_ID}`,
  CRAWLER_ALLOW_HOSTS: inject('shopHost'),
  DOCS_DIR: 'dist/docs',
  PAGES_DIR: 'dist/pages',
  GATEWAY_TIMEOUT: '20',
  MAIL_DIR: join(tmpdir(), table, 'mail'),
  GATEWAY_KEYS_DIR: join(tmpdir(), table, 'gateway-keys'),
  CHECKOUT_QUEUE_DIR: join(tmpdir(), table, 'checkout-queue'),
  EVENT_SECRETS_DIR: join(tmpdir(), table, 'event-secrets'),
  STRIPE_URL: 'http://127.0.0.1:1',
  /**
   * The directory in which Node keeps compiled code, so that programs that tests start load faster. `npm start`,
   * `npm run store` and `npm run invoke` use it too.
   */
  NODE_COMPILE_CACHE: join(import.meta.dirname, '../../node_modules/.cache/node'),
  /**
   * An empty variable counts as not set. These variables are emptied because an earlier test file may have set them.
   */
  DEAD_LETTERS_DIR: '',
  CHECKOUT_BUS: '',
  CHECKOUT_QUEUE_URL: '',
  CHECKOUT_DEAD_LETTERS_URL: '',
  MAIL_QUEUE_URL: '',
  KEY_REQUESTS_PER_SECOND: '',
  KEY_BURST: '',
  SIGN_REQUESTS: '',
  /** If a test fails, `TEST_LOG_LEVEL=ERROR` shows what was logged. */
  POWERTOOLS_LOG_LEVEL: process.env.TEST_LOG_LEVEL || 'SILENT',
  POWERTOOLS_METRICS_DISABLED: 'true',
})

/**
 * Each file has a table of its own, because rows of other files would slow down tests that read all rows of the table.
 */
const { createTable } = await import('../../infra/local/database/create-table.ts')
await createTable(inject('dynamodbEndpoint'), table, false)

/**
 * DynamoDB Local does not verify signatures, and signing takes a fifth of the time that Node needs for a request. So
 * requests only name their access key, unless a test file sets `SIGN_REQUESTS`. A hook imports the client only after
 * the test file was loaded, because the client reads variables that the file may set.
 */
beforeAll(async () => {
  if (process.env.SIGN_REQUESTS) return
  const { client } = await import('../../lib/store/client.ts')
  const keyName = `Credential=${process.env.DYNAMODB_ACCESS_KEY}/20260101/local/dynamodb/aws4_request`
  client.config.signer = async () => ({
    sign: async request => {
      request.headers.authorization = `AWS4-HMAC-SHA256 ${keyName}, SignedHeaders=host, Signature=none`
      return request
    },
  })
})

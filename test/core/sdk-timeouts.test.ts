/**
 * Tests that a request to a service that does not answer ends after a few seconds, long before the timeout of the
 * Lambda function.
 */

import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sdkTimeouts } from '../../lib/core/sdk-client.ts'

const gatewaySeconds = 29
let server: Server
let requests = 0
beforeAll(async () => {
  server = createServer(() => {
    requests++
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => void server.closeAllConnections())

const credentials = { accessKeyId: 'test', secretAccessKey: 'test' }

test('gives up so soon that the three attempts of the SDK fit into the time of a request', {
  tags: ['long'],
}, async () => {
  const { port } = server.address() as AddressInfo
  const endpoint = `http://127.0.0.1:${port}`
  const client = new DynamoDBClient({ ...sdkTimeouts, region: 'local', credentials, endpoint, maxAttempts: 1 })
  const startedAt = performance.now()
  await expect(client.send(new ListTablesCommand({}))).rejects.toThrow(/timeout|timed out/i)
  const seconds = (performance.now() - startedAt) / 1000
  expect(requests).toBe(1)
  expect(3 * seconds).toBeLessThan(gatewaySeconds / 2)
})

/**
 * Starts a fake AWS in front of DynamoDB Local. It restores tables from a snapshot, and answers calls that DynamoDB
 * Local does not support.
 */

import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { BatchWriteItemCommand, DynamoDBClient, ScanCommand } from '@aws-sdk/client-dynamodb'
import { createTable, localClientConfig } from '../../../infra/local/database/create-table.ts'
import { env } from '../../../lib/core/env.ts'

type Body = Record<string, any>
type Answer = { status: number; body: Body | string } | null

export const roleArn = 'arn:aws:iam::1:role/restore'

const stackXml = (outputs: Record<string, string>) => {
  const members = Object.entries(outputs).map(
    ([key, value]) => `<member><OutputKey>${key}</OutputKey><OutputValue>${value}</OutputValue></member>`,
  )
  return `<DescribeStacksResponse><DescribeStacksResult><Stacks><member><StackName>s</StackName><Outputs>${members.join('')}</Outputs></member></Stacks></DescribeStacksResult></DescribeStacksResponse>`
}

export async function startFakeAws(endpoint: string, table: string) {
  const client = new DynamoDBClient(localClientConfig(endpoint))
  const calls: { name: string; body: Body }[] = []
  /** The names of all calls, also of those that a test has removed from `calls`. */
  const names = new Set<string>()
  /** Answers to the next calls, by name of the call. They are used before the usual answers. */
  const next: Record<string, Answer[]> = {}
  const stack = { TableName: table, RestoreRoleArn: roleArn, CheckoutMappingId: 'mapping-1' }
  /** The state of the event source mapping of the checkout queue. */
  let mapping = 'Enabled'
  let snapshot: Body[] = []

  async function restore(target: string): Promise<Answer> {
    await createTable(endpoint, target, false)
    for (let at = 0; at < snapshot.length; at += 25) {
      const requests = snapshot.slice(at, at + 25).map(Item => ({ PutRequest: { Item } }))
      await client.send(new BatchWriteItemCommand({ RequestItems: { [target]: requests } }))
    }
    return { status: 200, body: {} }
  }

  const own: Record<string, (body: Body) => Answer | Promise<Answer>> = {
    RestoreTableToPointInTime: ({ TargetTableName }) => restore(TargetTableName),
    RestoreTableFromBackup: ({ TargetTableName }) => restore(TargetTableName),
    StartRestoreJob: async ({ Metadata }) => {
      await restore(Metadata.targetTableName)
      return { status: 200, body: { RestoreJobId: 'job-1' } }
    },
    ListRestoreJobs: () => ({ status: 200, body: { RestoreJobs: [] } }),
    DescribeRestoreJob: () => ({ status: 200, body: { RestoreJobId: 'job-1', Status: 'COMPLETED' } }),
    UpdateContinuousBackups: () => ({ status: 200, body: {} }),
    TagResource: () => ({ status: 200, body: {} }),
    UpdateTable: ({ SSESpecification }) => (SSESpecification ? { status: 200, body: {} } : null),
    UpdateEventSourceMapping: ({ Enabled }) => {
      mapping = Enabled ? 'Enabled' : 'Disabled'
      return { status: 202, body: {} }
    },
    GetEventSourceMapping: () => ({ status: 200, body: { State: mapping } }),
    DescribeStacks: () => ({ status: 200, body: stackXml(stack) }),
  }

  async function forward({ method, headers }: IncomingMessage, body: string): Promise<Answer> {
    const kept = ['authorization', 'content-type', 'x-amz-date', 'x-amz-target']
    const sent = Object.fromEntries(kept.map(name => [name, String(headers[name])]))
    const response = await fetch(endpoint, { method: method ?? 'POST', headers: sent, body })
    return { status: response.status, body: await response.text() }
  }

  function nameOf({ method, url, headers }: IncomingMessage, body: string): string {
    if (url?.startsWith('/restore-jobs')) return restoreJobCall(method, url)
    if (url?.startsWith('/2015-03-31/event-source-mappings/mapping-1'))
      return method === 'PUT' ? 'UpdateEventSourceMapping' : 'GetEventSourceMapping'
    const target = headers['x-amz-target']
    return target ? String(target).replace(/.*\./, '') : (new URLSearchParams(body).get('Action') ?? '')
  }

  function restoreJobCall(method: string | undefined, url: string): string {
    if (method === 'PUT') return 'StartRestoreJob'
    if (url.endsWith('/metadata')) return 'GetRestoreJobMetadata'
    return /jobs\/[^?]/.test(url) ? 'DescribeRestoreJob' : 'ListRestoreJobs'
  }

  const server = createServer(async (request, response) => {
    const sent = await text(request)
    const name = nameOf(request, sent)
    const body = sent.startsWith('{') ? JSON.parse(sent) : {}
    calls.push({ name, body })
    names.add(name)
    const answer = next[name]?.shift() ?? (await own[name]?.(body)) ?? (await forward(request, sent))
    response.statusCode = answer?.status ?? 500
    response.end(typeof answer?.body === 'string' ? answer.body : JSON.stringify(answer?.body))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    calls,
    names,
    next,
    stack,
    callsOf: (name: string) => calls.filter(call => call.name === name).map(({ body }) => body),
    environment: {
      AWS_REGION: 'local',
      AWS_ACCESS_KEY_ID: env.dynamodbAccessKey,
      AWS_SECRET_ACCESS_KEY: 'test',
      AWS_ENDPOINT_URL: url,
    },
    /** Takes the snapshot that a restore will bring back. */
    async takeSnapshot() {
      const { Items = [] } = await client.send(new ScanCommand({ TableName: table, ConsistentRead: true }))
      snapshot = Items
    },
    close: () => server.close(),
  }
}

/** The connection to the table, opened once per process and shared by every entity. */

import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { deadlineSignal, requireTimeLeft } from '../core/deadline.ts'
import { env } from '../core/env.ts'

const local = { region: 'local', credentials: { accessKeyId: 'local', secretAccessKey: 'local' } }
const endpoint = env.dynamodbEndpoint

export const client = DynamoDBDocumentClient.from(new DynamoDBClient(endpoint ? { ...local, endpoint } : {}))

const send = client.send.bind(client) as (command: unknown, options?: object) => Promise<unknown>
Object.assign(client, {
  send: (command: unknown, options?: object) => send(command, { ...options, abortSignal: deadlineSignal() }),
})

/** Checks the deadline before every request, those of the SDK's own retries too. */
client.middlewareStack.add(
  next => async args => {
    requireTimeLeft()
    return next(args)
  },
  { name: 'deadline', step: 'finalizeRequest', priority: 'low' },
)

/** The configuration of every entity. */
export const tableConfig = { table: env.tableName, client }

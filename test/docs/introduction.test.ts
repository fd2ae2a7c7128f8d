/** Runs the commands of the introduction as a reader would. */

import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { createApiGateway } from '../../infra/local/api-gateway/api-gateway.ts'
import { invokeFromSource } from '../../infra/local/lambda.ts'
import * as accounts from '../../lib/accounts/index.ts'
import { routes } from '../../lib/api.ts'
import { issue } from '../../lib/keys/index.ts'
import { createV3 } from '../subscriptions/calls.ts'
import { completeOrder } from '../support/checkout.ts'
import { newTenant } from '../support/store.ts'

const run = promisify(execFile)
const introduction = readFileSync('lib/docs/introduction.md', 'utf8')
const commands = introduction.match(/^curl [\s\S]+?(?=\n(?:curl |```))/gm) ?? []

/**
 * Creates a store with an order and a subscription that have the ids in the introduction, and with a sender address for
 * mails.
 */
async function newStore() {
  const tenant = await newTenant()
  await accounts.update(tenant.account, { mailFrom: 'shop@tea.example' })
  await completeOrder(tenant, { token: '01980000-0000-7000-8000-000000000de1' })
  await createV3(tenant, { id: '01980000-0000-7000-8000-000000000de3' })
  return tenant
}

async function startApi() {
  const gateway = createApiGateway({ routes, invoke: invokeFromSource, onAnswer: () => {}, onError: () => {} })
  await new Promise<void>(resolve => gateway.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void gateway.close())
  const { secret } = await issue(await newStore())
  return { API: `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`, KEY: secret }
}

/**
 * Returns the expected status of a reply. A command in the introduction ends with a comment that contains the status,
 * unless the status is 200.
 */
const expectedStatus = (command: string) => / # (\d+)$/.exec(command)?.[1] ?? '200'

async function send(command: string, variables: Record<string, string>) {
  const [line] = command.split(' # ')
  const { stdout } = await run('sh', ['-c', `${line} -s -w '\\n%{http_code}'`], {
    env: { ...process.env, ...variables },
  })
  const lines = stdout.split('\n')
  return { status: lines.at(-1), text: lines.slice(0, -1).join('\n') }
}

test('every command works, and the printed reply is the real one', async () => {
  const variables = await startApi()
  const replies: string[] = []
  for (const command of commands) {
    const { status, text } = await send(command, variables)
    expect(status, `${command}\n${text}`).toBe(expectedStatus(command))
    replies.push(text)
  }
  expect(replies.length).toBeGreaterThan(6)
  const printed = JSON.parse(/```json\n(.+?)```/s.exec(introduction)?.[1] ?? '')
  const isSame = (reply: string) => reply.includes(`"detail":"${printed.detail}"`)
  expect(JSON.parse(replies.find(isSame) ?? '{}')).toEqual({ ...printed, requestId: expect.any(String) })
})

test('the repeated request with an Idempotency-Key gets the first reply', async () => {
  const variables = await startApi()
  const command = commands.find(line => line.includes('Idempotency-Key'))!
  expect((await send(command, variables)).text).not.toContain('Idempotent-Replayed')
  expect((await send(command, variables)).text).toContain('Idempotent-Replayed: true')
})

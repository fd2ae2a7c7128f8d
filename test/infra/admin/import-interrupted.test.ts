/**
 * Tests imports in separate processes. One is killed at many points, the source of the other goes away, and both are
 * started again. The tests run at the same time, because imports mostly wait before they repeat a request.
 * @module-tag long
 */

import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Tenant } from '../../../lib/core/tenant.ts'
import { hostedId, hostedOrder, hostedOrders } from '../../import-source/hosted-objects.ts'
import { emptyStore, hostedKey, startHostedService } from '../../import-source/hosted-service.ts'
import { call, newTenant } from '../../support/store.ts'
import { newDirectory } from '../../support/temporary.ts'

interface Ended {
  exitCode: number | null
  errors: string
}

/** Starts the command, and kills it with the signal once `isTime` returns true. */
function start(line: string, isTime: () => boolean, signal: NodeJS.Signals): Promise<Ended> {
  const env = { ...process.env, STAGE: undefined }
  const child = spawn(process.execPath, ['infra/admin/store-command-line.ts', ...line.split(' ')], { env })
  child.stdin.end(`${hostedKey}\n`)
  let errors = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', chunk => {
      errors += chunk
    })
  const timer = setInterval(() => isTime() && !child.killed && child.kill(signal), 5)
  return new Promise(resolve =>
    child.on('close', exitCode => {
      clearInterval(timer)
      resolve({ exitCode, errors })
    }),
  )
}

async function tokensOf(tenant: Tenant, numbers: number[]): Promise<number[]> {
  const found = await Promise.all(
    numbers.map(async number => {
      const { status } = await call('orders.get', tenant, { params: { token: hostedId(1, number) } })
      return status === 200 ? [number] : []
    }),
  )
  return found.flat()
}

test.concurrent('nothing is skipped or doubled when the import is killed at many points and started again', async ({
  onTestFinished,
}) => {
  const store = { ...emptyStore(), orders: hostedOrders(60) }
  let number = 60
  const source = await startHostedService(store, {
    onRequest: (path, count) => {
      if (path === '/orders' && count % 3 === 0 && number < 70) store.orders.unshift(hostedOrder(++number))
    },
  })
  onTestFinished(source.stop)
  const tenant = await newTenant()
  const state = join(newDirectory(), 'state.json')
  const line = `import --from ${source.url} --from-key-stdin --account ${tenant.account} --mode Test --only orders --rate 200 --wait 0 --state ${state}`
  for (const [run, requests] of [7, 19, 31, 44, 60].entries()) {
    const from = source.requests.length
    const signal = run % 2 === 0 ? 'SIGKILL' : 'SIGINT'
    const { errors } = await start(line, () => source.requests.length - from >= requests, signal)
    expect(errors).not.toContain(hostedKey)
    if (signal === 'SIGINT') expect(errors).toContain('To go on, repeat the command.')
  }
  expect(readFileSync(state, 'utf8')).not.toContain(hostedKey)
  await start(line, () => false, 'SIGKILL')
  await sleep(100)
  const numbers = Array.from({ length: number }, (_, n) => n + 1)
  expect(await tokensOf(tenant, numbers)).toEqual(numbers)
})

test.concurrent('an import whose source goes away says how to go on, and goes on when it is back', async ({
  onTestFinished,
}) => {
  const store = { ...emptyStore(), orders: hostedOrders(40) }
  let isAway = false
  const source = await startHostedService(store, { onRequest: () => (isAway ? 'lose' : undefined) })
  onTestFinished(source.stop)
  const tenant = await newTenant()
  const state = join(newDirectory(), 'state.json')
  const line = `import --from ${source.url} --from-key-stdin --account ${tenant.account} --mode Test --only orders --rate 200 --wait 0 --state ${state}`
  const first = start(line, () => false, 'SIGKILL')
  await expect.poll(() => source.requests.length).toBeGreaterThan(25)
  isAway = true
  const { exitCode, errors } = await first
  expect(exitCode).toBe(1)
  expect(errors).toMatch(/The source does not answer: .+\n.*Stopped\. To go on, repeat the command\./)
  isAway = false
  await start(line, () => false, 'SIGKILL')
  const numbers = Array.from({ length: 40 }, (_, n) => n + 1)
  expect(await tokensOf(tenant, numbers)).toEqual(numbers)
})

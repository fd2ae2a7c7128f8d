/**
 * Tests how the later steps of an import treat objects that could not be imported or that differ.
 * @module-tag long
 */

import { randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { hostedCustomer, hostedId, hostedOrders } from '../../import-source/hosted-objects.ts'
import { emptyStore, type HostedStore, startHostedService } from '../../import-source/hosted-service.ts'
import { importJson, runImport } from '../../import-source/run-import.ts'
import { call, newTenant } from '../../support/store.ts'
import { newDirectory } from '../../support/temporary.ts'

async function start(fields: Partial<HostedStore>) {
  const store = { ...emptyStore(), ...fields }
  const { url, stop } = await startHostedService(store)
  onTestFinished(stop)
  return { store, options: { url, tenant: await newTenant(), state: join(newDirectory(), 'state.json') } }
}

test('imports the customers whose address went from one to the other, in one run', async () => {
  const email = 'info@firm.example'
  const first = hostedCustomer(1, { email, status: 'Confirmed', billingAddressCity: 'Kiel' })
  const { options, store } = await start({ customers: [first] })
  const args = '--only customers --wait 0'
  expect(await importJson({ ...options, args })).toMatchObject({ exitCode: 0 })
  const others = Array.from({ length: 8 }, (_, n) => hostedCustomer(n + 2))
  const next = hostedCustomer(10, { email, status: 'Confirmed', billingAddressCity: 'Bonn' })
  store.customers = [next, ...others, { ...first, email: 'anna@private.example' }]
  expect(await importJson({ ...options, args })).toMatchObject({ exitCode: 0, failures: [], differences: [] })
  const shown = async (id: string) => (await call('customers.get', options.tenant, { params: { id } })).body
  expect(await shown(first.id)).toMatchObject({ email: 'anna@private.example', billingAddressCity: 'Kiel' })
  expect(await shown(next.id)).toMatchObject({ id: next.id, email, billingAddressCity: 'Bonn' })
})

test('says that more than 1,000 objects differed, and fails, as the others were not compared again', async () => {
  const { options } = await start({ orders: hostedOrders(2) })
  const args = '--only orders --wait 0'
  await runImport({ ...options, args })
  const params = { token: hostedId(1, 1) }
  await call('orders.update', options.tenant, { params, body: { status: 'Delivered', trackingNumber: 'HERE 1' } })
  const stored = JSON.parse(readFileSync(options.state, 'utf8'))
  const resume = (count: number) => {
    const different = Array.from({ length: count }, () => randomUUID())
    const kinds = { orders: { ...stored.kinds.orders, step: 'compare', listed: 0, different } }
    writeFileSync(options.state, JSON.stringify({ ...stored, kinds }))
    return runImport({ ...options, args })
  }
  expect((await resume(999)).errors).toContain('Objects that differ from the source: 1.')
  const { exitCode, errors } = await resume(1000)
  expect(exitCode).toBe(1)
  expect(errors).toContain('More than 1,000 orders differed from the source. The further ones were not compared again.')
})

/**
 * Tests that concurrent orders and updates of one product have the same result as some sequence of them.
 * @module-tag long
 */

import fc from 'fast-check'
import { beforeEach, expect, test, vi } from 'vitest'
import { log } from '../../lib/core/log.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { event, item, order, send } from '../support/checkout.ts'
import { newTenant } from '../support/store.ts'
import { addProducts, get, remove, sizes, update, variant } from './calls.ts'

/** Stocks often become negative in these tests. The warnings about it are not printed. */
beforeEach(() => {
  vi.spyOn(log, 'warn').mockImplementation(() => {})
})

type Stocks = Record<string, number>

interface Update {
  type: 'update'
  inventoryManagementMethod?: 'Single' | 'Variant' | 'Disabled'
  stock?: number
  variants?: Stocks
}
interface Order {
  type: 'order'
  /** The quantity of each size. */
  quantities: Stocks
}
type Step = Update | Order | { type: 'archive' } | { type: 'restore' }

type State = { method: 'Disabled' } | { method: 'Single'; stock: number } | { method: 'Variant'; variants: Stocks }

const sum = (stocks: Stocks) => Object.values(stocks).reduce((total, units) => total + units, 0)

/** Returns the state after a step. An update sets the stock, and an order reduces it. */
function after(state: State, step: Step): State {
  if (step.type === 'update') return afterUpdate(state, step)
  if (step.type !== 'order') return state
  if (state.method === 'Single') return { ...state, stock: state.stock - sum(step.quantities) }
  if (state.method === 'Disabled') return state
  const variants = Object.entries(state.variants).map(([size, stock]) => [size, stock - (step.quantities[size] ?? 0)])
  return { ...state, variants: Object.fromEntries(variants) }
}

/**
 * Returns whether the update is rejected: it names no method, but has fields of another method than the current one. If
 * the stock is not tracked, only an update that has fields of both methods is rejected.
 */
const isRejected = ({ method }: State, { inventoryManagementMethod, stock, variants }: Update) =>
  inventoryManagementMethod === undefined &&
  (method === 'Disabled'
    ? stock !== undefined && variants !== undefined
    : (stock !== undefined && method !== 'Single') || (variants !== undefined && method !== 'Variant'))

/**
 * Returns the method after an update that names no method. If the stock is not tracked, the fields of the update
 * determine the method.
 */
const impliedMethod = ({ method }: State, { stock, variants }: Update) => {
  if (method !== 'Disabled') return method
  return stock !== undefined ? 'Single' : variants !== undefined ? 'Variant' : method
}

function afterUpdate(state: State, update: Update): State {
  if (isRejected(state, update)) return state
  const { inventoryManagementMethod, stock, variants } = update
  const method = inventoryManagementMethod ?? impliedMethod(state, update)
  if (method === 'Disabled') return { method }
  if (method === 'Single') return { method, stock: stock ?? (state.method === 'Single' ? state.stock : 0) }
  return { method, variants: { ...(state.method === 'Variant' && state.variants), ...variants } }
}

const total = (state: State) =>
  state.method === 'Single' ? state.stock : state.method === 'Variant' ? sum(state.variants) : undefined

/** Converts a state to text that does not depend on the sequence of the variants. */
const serialize = (state: State) =>
  JSON.stringify(
    state.method === 'Variant' ? { ...state, variants: Object.entries(state.variants).toSorted() } : { ...state },
  )

function sequencesOf<T>(steps: readonly T[]): T[][] {
  if (steps.length < 2) return [[...steps]]
  return steps.flatMap((step, n) => sequencesOf(steps.toSpliced(n, 1)).map(rest => [step, ...rest]))
}

const past = { createdOn: '2026-05-01T00:00:00.000Z' }
const product = (fields = {}) => item({ id: 'TEE', customFields: [sizes], ...fields })

async function run(tenant: Tenant, step: Step): Promise<void> {
  if (step.type === 'order') {
    const items = Object.entries(step.quantities).map(([size, quantity]) =>
      product({ quantity, customFields: [{ ...sizes, value: size }] }),
    )
    expect(await send(event(tenant, 'order.completed', order({ items }), past))).toEqual([])
  }
  if (step.type === 'update') {
    const { type: _type, variants, ...body } = step
    const sentVariants = variants && Object.entries(variants).map(([size, stock]) => variant(size, stock))
    const reply = await update(tenant, 'TEE', { ...body, ...(sentVariants && { variants: sentVariants }) })
    // An update that names no method is rejected if its fields do not fit the current method of the product.
    if (step.inventoryManagementMethod) expect(reply.status).toBe(200)
    else expect(reply.status).toBeOneOf([200, 400])
  }
  if (step.type === 'archive') expect((await remove(tenant, 'TEE')).status).toBe(200)
  if (step.type === 'restore') await addProducts(tenant, [product()], past)
}

async function stateOf(tenant: Tenant): Promise<State> {
  const { inventoryManagementMethod: method, stock, variants, totalStock } = (await get(tenant, 'TEE')).body
  const stocks = variants?.map((one: ReturnType<typeof variant>) => [one.variation[0]!.option, one.stock])
  const state: State =
    method === 'Variant'
      ? { method, variants: Object.fromEntries(stocks) }
      : { method, ...(method === 'Single' && { stock }) }
  expect(totalStock).toBe(total(state))
  return state
}

const size = fc.constantFrom('S', 'M', 'L')
/** Stocks are multiples of 10,000, and quantities are small, so that a stock shows which update it comes from. */
const stock = fc.nat(9).map(n => n * 10_000)
const updateStep = fc
  .record(
    {
      inventoryManagementMethod: fc.constantFrom<Update['inventoryManagementMethod']>(
        'Single',
        'Variant',
        'Variant',
        'Disabled',
      ),
      stock,
      variants: fc.dictionary(size, stock, { maxKeys: 3 }),
    },
    { requiredKeys: [] },
  )
  .map(body => ({ type: 'update', ...body }) as Update)
const orderStep = fc
  .dictionary(size, fc.integer({ min: 1, max: 9 }), { maxKeys: 3 })
  .filter(quantities => Object.keys(quantities).length > 0)
  .map(quantities => ({ type: 'order', quantities }) as Order)
const archiveOrRestoreStep = fc.constantFrom<Step>({ type: 'archive' }, { type: 'restore' })
const step = fc.oneof(
  { weight: 5, arbitrary: orderStep },
  { weight: 4, arbitrary: updateStep },
  { weight: 1, arbitrary: archiveOrRestoreStep },
)

test('concurrent steps have the same result as some sequence of them', async () => {
  const rounds = fc.array(fc.array(step, { minLength: 1, maxLength: 5 }), { minLength: 2, maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(rounds, async allRounds => {
      const tenant = await newTenant()
      await addProducts(tenant, [product()], past)
      let state: State = { method: 'Single', stock: 10_000 }
      await run(tenant, { type: 'update', inventoryManagementMethod: 'Single', stock: 10_000 })
      for (const steps of allRounds) {
        await Promise.all(steps.map(one => run(tenant, one)))
        const before = state
        const expected = sequencesOf(steps).map(sequence => serialize(sequence.reduce(after, before)))
        state = await stateOf(tenant)
        expect(expected, JSON.stringify({ before, steps })).toContain(serialize(state))
      }
    }),
    { numRuns: 15 },
  )
})

test('sequential steps have the same result as the model', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 25 }), async steps => {
      const tenant = await newTenant()
      await addProducts(tenant, [product()], past)
      let state: State = { method: 'Disabled' }
      await run(tenant, { type: 'update', inventoryManagementMethod: 'Disabled' })
      for (const one of steps) {
        await run(tenant, one)
        state = after(state, one)
        expect(serialize(await stateOf(tenant)), JSON.stringify(one)).toBe(serialize(state))
      }
    }),
    { numRuns: 5 },
  )
})

test('updating one variant during fifteen orders does not change the stock of the others', async () => {
  const tenant = await newTenant()
  await addProducts(tenant, [product()], past)
  await run(tenant, { type: 'update', inventoryManagementMethod: 'Variant', variants: { S: 100, M: 100, L: 100 } })
  const orders = Array.from({ length: 15 }, () => run(tenant, { type: 'order', quantities: { S: 1, M: 2 } }))
  const updates = Array.from({ length: 3 }, () => run(tenant, { type: 'update', variants: { L: 50_000 } }))
  await Promise.all([...orders, ...updates])
  expect(await stateOf(tenant)).toEqual({ method: 'Variant', variants: { S: 85, M: 70, L: 50_000 } })
})

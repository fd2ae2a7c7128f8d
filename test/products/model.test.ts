/**
 * Concurrent orders and updates of one product: the result equals that of some sequence of them.
 * @module-tag long
 */

import fc from 'fast-check'
import { beforeEach, expect, test, vi } from 'vitest'
import { log } from '../../lib/core/log.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { event, item, order, send } from '../support/checkout.ts'
import { newTenant } from '../support/store.ts'
import { addProducts, get, remove, sizes, update, variant } from './calls.ts'

/** Stocks become negative often, which logs warnings. */
beforeEach(() => {
  vi.spyOn(log, 'warn').mockImplementation(() => {})
})

type Stocks = Record<string, number>

interface Put {
  does: 'put'
  inventoryManagementMethod?: 'Single' | 'Variant' | 'Disabled'
  stock?: number
  variants?: Stocks
}
interface Order {
  does: 'order'
  /** By size. */
  bought: Stocks
}
type Step = Put | Order | { does: 'archive' } | { does: 'show' }

type State =
  | { method: 'Disabled' }
  | { method: 'Single'; stock: number }
  | { method: 'Variant'; variants: Stocks }

const sum = (stocks: Stocks) => Object.values(stocks).reduce((total, units) => total + units, 0)

/** An update sets the stock, and an order reduces it. */
function after(state: State, step: Step): State {
  if (step.does === 'put') return changed(state, step)
  if (step.does !== 'order') return state
  if (state.method === 'Single') return { ...state, stock: state.stock - sum(step.bought) }
  if (state.method === 'Disabled') return state
  const left = Object.entries(state.variants).map(([size, stock]) => [size, stock - (step.bought[size] ?? 0)])
  return { ...state, variants: Object.fromEntries(left) }
}

/** Whether the update has fields of another method than the current one, and no method. */
const isMisplaced = ({ method }: State, { inventoryManagementMethod, stock, variants }: Put) =>
  !inventoryManagementMethod &&
  ((stock !== undefined && method !== 'Single') || (variants !== undefined && method !== 'Variant'))

function changed(state: State, put: Put): State {
  if (isMisplaced(state, put)) return state
  const { inventoryManagementMethod, stock, variants } = put
  const method = inventoryManagementMethod ?? state.method
  if (method === 'Disabled') return { method }
  if (method === 'Single') return { method, stock: stock ?? (state.method === 'Single' ? state.stock : 0) }
  return { method, variants: { ...(state.method === 'Variant' && state.variants), ...variants } }
}

const total = (state: State) =>
  state.method === 'Single' ? state.stock : state.method === 'Variant' ? sum(state.variants) : undefined

/** Independent of the order of the variants. */
const spelled = (state: State) =>
  JSON.stringify(
    state.method === 'Variant'
      ? { ...state, variants: Object.entries(state.variants).toSorted() }
      : { ...state },
  )

function sequencesOf<T>(steps: readonly T[]): T[][] {
  if (steps.length < 2) return [[...steps]]
  return steps.flatMap((step, n) => sequencesOf(steps.toSpliced(n, 1)).map(rest => [step, ...rest]))
}

const longAgo = { createdOn: '2026-05-01T00:00:00.000Z' }
const product = (fields = {}) => item({ id: 'TEE', customFields: [sizes], ...fields })

async function take(tenant: Tenant, step: Step): Promise<void> {
  if (step.does === 'order') {
    const items = Object.entries(step.bought).map(([size, quantity]) =>
      product({ quantity, customFields: [{ ...sizes, value: size }] }),
    )
    expect(await send(event(tenant, 'order.completed', order({ items }), longAgo))).toEqual([])
  }
  if (step.does === 'put') {
    const { does, variants, ...body } = step
    const some = variants && Object.entries(variants).map(([size, stock]) => variant(size, stock))
    const reply = await update(tenant, 'TEE', { ...body, ...(some && { variants: some }) })
    /** Only a change without a method may be rejected, depending on what runs at the same time. */
    if (step.inventoryManagementMethod) expect(reply.status).toBe(200)
    else expect(reply.status).toBeOneOf([200, 400])
  }
  if (step.does === 'archive') expect((await remove(tenant, 'TEE')).status).toBe(200)
  if (step.does === 'show') await addProducts(tenant, [product()], longAgo)
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
const stocks = (least: number, most: number) =>
  fc.dictionary(size, fc.integer({ min: least, max: most }), { maxKeys: 3 })
/** Stocks are far apart and quantities small, so that each result has one explanation. */
const level = fc.integer({ min: -2, max: 9 }).map(n => n * 10_000)
const put = fc
  .record(
    {
      inventoryManagementMethod: fc.constantFrom<Put['inventoryManagementMethod']>(
        'Single',
        'Variant',
        'Variant',
        'Disabled',
      ),
      stock: level,
      variants: fc.dictionary(size, level, { maxKeys: 3 }),
    },
    { requiredKeys: [] },
  )
  .map(body => ({ does: 'put', ...body }) as Put)
const bought = stocks(1, 9)
  .filter(some => Object.keys(some).length > 0)
  .map(bought => ({ does: 'order', bought }) as Order)
const rarely = fc.constantFrom<Step>({ does: 'archive' }, { does: 'show' })
const step = fc.oneof(
  { weight: 5, arbitrary: bought },
  { weight: 4, arbitrary: put },
  { weight: 1, arbitrary: rarely },
)

test('rounds of concurrent steps end as some sequence of them', {
  timeout: 60_000,
}, async () => {
  const rounds = fc.array(fc.array(step, { minLength: 1, maxLength: 5 }), { minLength: 2, maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(rounds, async all => {
      const tenant = await newTenant()
      await addProducts(tenant, [product()], longAgo)
      let state: State = { method: 'Single', stock: 10_000 }
      await take(tenant, { does: 'put', inventoryManagementMethod: 'Single', stock: 10_000 })
      for (const steps of all) {
        await Promise.all(steps.map(one => take(tenant, one)))
        const before = state
        const possible = sequencesOf(steps).map(sequence => spelled(sequence.reduce(after, before)))
        state = await stateOf(tenant)
        expect(possible, JSON.stringify({ before, steps })).toContain(spelled(state))
      }
    }),
    { numRuns: 15 },
  )
})

test('steps one after the other end exactly as the model', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 25 }), async steps => {
      const tenant = await newTenant()
      await addProducts(tenant, [product()], longAgo)
      let state: State = { method: 'Disabled' }
      await take(tenant, { does: 'put', inventoryManagementMethod: 'Disabled' })
      for (const one of steps) {
        await take(tenant, one)
        state = after(state, one)
        expect(spelled(await stateOf(tenant)), JSON.stringify(one)).toBe(spelled(state))
      }
    }),
    { numRuns: 5 },
  )
}, 60_000)

test('updating one variant during fifteen orders keeps what they take from the others', async () => {
  const tenant = await newTenant()
  await addProducts(tenant, [product()], longAgo)
  await take(tenant, {
    ...{ does: 'put', inventoryManagementMethod: 'Variant', variants: { S: 100, M: 100, L: 100 } },
  })
  const orders = Array.from({ length: 15 }, () => take(tenant, { does: 'order', bought: { S: 1, M: 2 } }))
  const counts = Array.from({ length: 3 }, () => take(tenant, { does: 'put', variants: { L: 50_000 } }))
  await Promise.all([...orders, ...counts])
  expect(await stateOf(tenant)).toEqual({ method: 'Variant', variants: { S: 85, M: 70, L: 50_000 } })
})

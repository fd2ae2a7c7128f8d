/** Compares the filters and pages of both lists of subscriptions with a plain array that the test filters and sorts. */

import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Tenant } from '../../lib/core/tenant.ts'
import { register } from '../customers/calls.ts'
import { address, sendEvent } from '../support/checkout.ts'
import { compareList, containsText, dateFilters, type ListModel, type Query, queriesOf } from '../support/lists.ts'
import { newTenant } from '../support/store.ts'
import { updateTallies } from '../support/stream-worker.ts'
import { testTwice } from '../support/test-twice.ts'
import { createV1, createV3, dashboardList, list, renew, report, v1Invoice, v1Subscription } from './calls.ts'

/**
 * The kinds of subscriptions: the engine, the last change, the value of the filter `status` that finds them, and the
 * state of the newest invoice.
 */
const kinds = [
  { engine: 'V1', change: null, status: 'active', invoice: null },
  { engine: 'V1', change: 'paused', status: 'paused', invoice: 'Paid' },
  { engine: 'V1', change: 'cancelled', status: 'canceled', invoice: 'Unpaid' },
  { engine: 'V3', change: null, status: 'active', invoice: 'Paid' },
  { engine: 'V3', change: 'cancellationRequested', status: 'active', invoice: 'Declined' },
  { engine: 'V3', change: 'paused', status: 'paused', invoice: 'Declined' },
  { engine: 'V3', change: 'cancelled', status: 'canceled', invoice: 'Paid' },
  { engine: 'V3', change: 'finished', status: 'canceled', invoice: 'Declined' },
] as const
const plans = [
  { name: 'Paper box', userDefinedId: 'BOX' },
  { name: 'Tea', userDefinedId: 'TEA-LARGE' },
  { name: 'Grüner Tee', userDefinedId: 'tea-small' },
] as const
const people = [
  { id: randomUUID(), firstName: 'Jane', name: 'Doe', email: 'jane.doe@example.com' },
  { id: randomUUID(), firstName: 'Ann', name: 'Ray', email: 'ann@example.org' },
  { id: randomUUID(), firstName: 'Jörg', name: 'Müller', email: 'j.doe@example.net' },
] as const

/** There are fewer dates than subscriptions, so that several subscriptions have the same creation date. */
const dates = Array.from({ length: 5 }, (_, n) => new Date(Date.UTC(2026, 7, 1 + n, 9)).toISOString())

const pick = <T>(values: readonly T[], n: number): T => values[n % values.length]!

/** Returns a subscription of the model. */
const modelAt = (n: number) => ({
  id: randomUUID(),
  ...pick(kinds, n),
  plan: pick(plans, Math.floor(n / 2)),
  person: pick(people, Math.floor(n / 3)),
  creationDate: pick(dates, n),
})
type Model = ReturnType<typeof modelAt>

async function fillV1(tenant: Tenant, { id, change, invoice, plan, person, creationDate }: Model): Promise<void> {
  const user = { id: person.id, email: person.email, billingAddress: address(person) }
  const content = v1Subscription({ id, ...plan, creationDate, user })
  await createV1(tenant, content)
  const paid = invoice === 'Paid'
  if (invoice) await sendEvent(tenant, 'subscription.invoice.created', v1Invoice(id, { paid }))
  if (change) await sendEvent(tenant, `subscription.${change}`, content)
}

async function fillV3(tenant: Tenant, { id, change, invoice, plan, person, creationDate }: Model): Promise<void> {
  const content = {
    id,
    selectedPlan: { ...plan, interval: 1, frequency: 'weekly' },
    initialOrder: { token: id, creationDate, currency: 'eur', email: person.email, billingAddress: address(person) },
  }
  await createV3(tenant, content)
  if (invoice === 'Declined') await renew(tenant, id, 'failed', {}, content)
  if (change) await report(tenant, id, change, content)
}

let tenant: Tenant
const models = Array.from({ length: 24 }, (_, n) => modelAt(n))
beforeAll(async () => {
  tenant = await newTenant()
  for (const { id, email } of people) await register(tenant, { id, email })
  await Promise.all(models.map(model => (model.engine === 'V1' ? fillV1 : fillV3)(tenant, model)))
  await updateTallies(tenant)
})

const filters = {
  ...dateFilters,
  status: ({ status }: Model, value: string) => value === 'all' || status === value.toLowerCase(),
  userDefinedPlanName: ({ plan }: Model, value: string) => Object.values(plan).some(text => containsText(text, value)),
  userDefinedCustomerNameOrEmail: ({ person: { firstName, name, email } }: Model, value: string) =>
    [email, `${firstName} ${name}`].some(text => containsText(text, value)),
}
const values = {
  status: ['all', 'active', 'Paused', 'CANCELED'],
  userDefinedPlanName: ['tea', 'TEA-', 'box', 'per b', 'GRÜN', 'coffee'],
  userDefinedCustomerNameOrEmail: ['doe', 'JANE D', 'example.org', 'müll', 'nobody'],
  from: [...dates, '2026-08-03'],
  to: [...dates, '2026-08-03'],
}

/** Compares a list with its model. Replies also repeat the filters of the query, which are left out here. */
const compare = (call: typeof list, model: Pick<ListModel<Model>, 'filters' | 'isListed'>) =>
  compareList<Model>({
    ...model,
    objects: models,
    list: async query => {
      const reply = await call(tenant, query)
      const { totalItems, offset, limit, items } = reply.body
      return { ...reply, body: { totalItems, offset, limit, items } }
    },
    sortKeys: ({ creationDate, id }) => [creationDate, id],
    show: ({ id }) => id,
    showItem: ({ id }) => id,
  })

const lists = {
  'subscriptions.list': { list: compare(list, { filters, isListed: ({ engine }) => engine === 'V1' }), values },
  'subscriptions.dashboardList': {
    list: compare(dashboardList, {
      filters: {
        ...filters,
        customerId: ({ person }, value) => person.id === value,
        lastAttemptedInvoiceState: ({ invoice }, value) => invoice === value,
      },
      isListed: ({ status }, query) => query.status !== undefined || status !== 'canceled',
    }),
    values: {
      ...values,
      customerId: people.map(({ id }) => id),
      lastAttemptedInvoiceState: ['Paid', 'Unpaid', 'Declined'],
    },
  },
}

describe.each(Object.entries(lists))('%s', (_, { list, values }) => {
  test('filters by each value, newest first', async () => {
    const queries = Object.entries(values).flatMap(([name, texts]) => texts.map(text => ({ [name]: text })))
    const totals = new Set<number>()
    for (const query of [{}, ...queries]) totals.add(await list.expectPage(query as Query))
    expect(totals.size).toBeGreaterThan(5)
  })

  testTwice('returns the same as a plain array, for any filters and offset', { few: 6, all: 150 }, numRuns =>
    list.expectRandomPages(queriesOf(values), numRuns),
  )

  test('returns every subscription once when next links are followed', async () => {
    for (const query of [{ limit: '4' }, { limit: '3', userDefinedPlanName: 'tea' }] as Query[])
      await list.expectAllPages(query)
  })
})

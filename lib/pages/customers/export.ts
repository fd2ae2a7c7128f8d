/** Collects everything that the API has about a customer, for a file that the customer can be given. */

import type { Account, Client, Customer } from '../../client/index.ts'

async function subscriptionsOf(api: Client, customerId: string): Promise<unknown[]> {
  const found = await api.subscriptions.dashboardList.all({ customerId, status: 'all' }).toArray()
  const all: unknown[] = []
  for (const { id, featureVersion: version } of found) {
    const details = await api.subscriptions.dashboardGet({ id, version })
    all.push(version === 'V1' ? { ...details, ...(await api.subscriptions.get({ id })) } : details)
  }
  return all
}

/** The parts are read one after the other, so that an export does not use up the requests of the store. */
export async function dataOf(api: Client, { features }: Account, { id }: Customer): Promise<object> {
  const customer = await api.customers.get({ id })
  const { email } = customer
  const orders = await api.customers.orders.all({ id }).toArray()
  const subscriptions = features.includes('subscriptions') ? await subscriptionsOf(api, id) : []
  const carts = features.includes('abandonedCarts') ? await api.carts.list.all({ email }).toArray() : []
  return { exportedOn: new Date().toISOString(), customer, orders, subscriptions, carts }
}

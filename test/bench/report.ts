/** Measures a store and a smaller one, and prints costs, limits and failures. */

import * as accounts from '../../lib/accounts/index.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { cartFigures, loadCarts } from './carts.ts'
import { loadCatalogue } from './catalogue-load.ts'
import { byName, type Comparison, missesOf, tableOf } from './comparison.ts'
import { type Figure, figuresOf, measuredOneByOne } from './figures.ts'
import { loadStore } from './load.ts'
import { productRequests, saidOf } from './product-requests.ts'
import { pageLength } from './requests.ts'
import { table } from './table.ts'
import { goalUnits, linesOfOrder, type WriteUnits, writeUnitsOfOrder } from './write-units.ts'

const smallOrders = 1000
/** Products are compared with a store of a tenth of them. */
const productGrowth = 10

export interface Sizes {
  orders: number
  products: number
  carts: number
}

/** The printed text, and the limits missed. */
interface Section {
  text: string
  misses: string[]
}

/** Returns the exit code: 1 if a limit was missed. */
export async function report({ orders, products, carts }: Sizes): Promise<number> {
  const missed: string[] = []
  const print = async (section: Promise<Section>) => {
    const { text, misses } = await section
    console.log(`\n${text}`)
    missed.push(...misses)
  }
  await print(ordersSection(orders))
  await print(productsSection(products))
  await print(cartsSection(carts))
  console.log(missed.length > 0 ? `\nMissed:\n  ${missed.join('\n  ')}` : '\nAll limits are met.')
  return missed.length > 0 ? 1 : 0
}

async function newStore(): Promise<Tenant> {
  const { account } = await accounts.create({
    ...{ name: 'A measured store', currency: 'EUR' },
    features: ['abandonedCarts'],
  })
  return { account, mode: 'Live' }
}

interface Measured {
  figures: Figure[]
  bought: WriteUnits
}

async function measuredStore(count: number): Promise<Measured> {
  const store = await loadStore(await newStore(), count)
  return { figures: await figuresOf(store), bought: await writeUnitsOfOrder(store, count) }
}

async function ordersSection(count: number): Promise<Section> {
  const before = count === smallOrders ? undefined : await measuredStore(smallOrders)
  const { figures, bought } = await measuredStore(count)
  const name = `at ${smallOrders}`
  const compared: Comparison = { figures, against: byName(before?.figures ?? []), name }
  const units = totalOf(bought)
  const overspent = units > goalUnits ? [`${units} write units an order, not ${goalUnits} at most`] : []
  const text = `Pages of ${pageLength} in a store of ${count} orders\n\n${tableOf(compared)}\n
Write units of one more order, of ${linesOfOrder} items\n\n${writeTable(bought, before?.bought, name)}`
  return { text, misses: [...missesOf(compared), ...overspent] }
}

async function measuredProducts(count: number) {
  const catalogue = await loadCatalogue(await newStore(), count)
  const figures = await measuredOneByOne(catalogue, productRequests(catalogue, productGrowth))
  return { figures, misses: catalogue.misses, said: saidOf(catalogue) }
}

async function productsSection(count: number): Promise<Section> {
  const small = Math.ceil(count / productGrowth)
  const before = await measuredProducts(small)
  const { figures, misses, said } = await measuredProducts(count)
  const compared: Comparison = { figures, against: byName(before.figures), name: `at ${small}` }
  const text = `Pages of ${pageLength} in a store of ${count} products\n\n${tableOf(compared)}\n\n${said}`
  return { text, misses: [...before.misses, ...misses, ...missesOf(compared)] }
}

async function cartsSection(count: number): Promise<Section> {
  const tenant = await newStore()
  const [first, far] = await cartFigures(tenant, await loadCarts(tenant, count))
  const against = (figure: Figure) => (figure === far ? first : undefined)
  const compared: Comparison = { figures: [first, far], against, name: 'of page 1' }
  const text = `Pages of ${pageLength} in a store of ${count} open carts\n\n${tableOf(compared)}`
  return { text, misses: missesOf(compared) }
}

const totalOf = (bought: WriteUnits) => sumOf(bought, ({ units }) => units)
const sumOf = (bought: WriteUnits, measureOf: (one: WriteUnits[string]) => number) =>
  Object.values(bought).reduce((sum, one) => sum + measureOf(one), 0)

function writeTable(bought: WriteUnits, before: WriteUnits | undefined, name: string): string {
  const rows = Object.entries(bought).map(
    ([kind, { rows, units, indexUnits }]) =>
      [kind, rows, units, indexUnits, before?.[kind]?.units ?? '–'] as const,
  )
  const all = [
    ...['all', sumOf(bought, one => one.rows), totalOf(bought)],
    ...[sumOf(bought, one => one.indexUnits), before ? totalOf(before) : '–'],
  ]
  const sorted = rows.toSorted(([, , one], [, , other]) => other - one)
  return table(['kind of row', 'rows', 'units', 'in the index', `units ${name}`], [...sorted, all])
}

/** The program that fills the demo store, beside the API: as a checkout would, event by event. */

import { performance } from 'node:perf_hooks'
import { eventBatchSize, workerSeconds } from '../../constants.ts'
import { from, invokeWith } from '../lambda.ts'
import { demoEventsAt } from './events.ts'
import { type FillSettings, noteFilled } from './filling.ts'
import { sampleEvents } from './samples.ts'
import { send } from './sending.ts'

const { built, state, most }: FillSettings = JSON.parse(process.argv[2] ?? '{}')

/** More would only be in the way of whoever tries the API meanwhile. */
const atOnce = 3

const invoke = invokeWith(from(built ? 'bundle' : 'source'), workerSeconds * 1000)
const events = [...sampleEvents, ...demoEventsAt(Date.now())].slice(0, most)

/** Whoever is free takes the next. */
async function sendAll(): Promise<void> {
  const batches = Array.from({ length: Math.ceil(events.length / eventBatchSize) }, (_, number) =>
    events.slice(number * eventBatchSize, (number + 1) * eventBatchSize),
  )
  const sending = batches.values()
  const sender = async () => {
    for (const batch of sending) await send(batch, invoke)
  }
  await Promise.all(Array.from({ length: atOnce }, sender))
}

const countOf = (name: string) => events.filter(({ eventName }) => eventName === name).length

/** Ctrl-C reaches every process of the terminal; the one that started us says when to end. */
process.on('SIGINT', () => {})
process.once('disconnect', () => process.exit())

await sendAll()
noteFilled(state)
const what = `${countOf('order.completed')} orders and ${countOf('cart.updated')} open carts`
process.send?.(`Demo store filled: ${what} in ${Math.round(performance.now() / 1000)} s.`)
process.disconnect?.()

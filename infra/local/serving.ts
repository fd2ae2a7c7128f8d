/** Keeps the API running, started anew whenever the source changes if that is wanted. */

import { type Api, type ApiWish, startApi } from './api-process.ts'
import { onSourceChange } from './watch.ts'

const untilChange = 'It starts again when a file changes.'

export async function keepServing(wish: ApiWish): Promise<Api> {
  const { print } = wish
  const surviving = { ...wish, onCrash: () => print(`The API has ended. ${untilChange}`) }
  let api = await startApi(surviving)
  /** One after the other, however fast files change. */
  let turn = Promise.resolve()
  onSourceChange(file => {
    turn = turn.then(async () => {
      await api.stop()
      try {
        api = await startApi(surviving)
        print(`${file} has changed: the API runs anew.`)
      } catch {
        print(`${file} has changed: the API does not start. ${untilChange}`)
      }
    })
  })
  return { stop: () => turn.then(() => api.stop()) }
}

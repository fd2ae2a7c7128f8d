/** Runs the API and restarts it whenever the source changes. */

import { type ApiProcess, type ApiProcessOptions, startApi } from './api-process.ts'
import { onSourceChange } from './source-changes.ts'

const hint = 'It restarts when a file changes.'

export async function restartOnChange(settings: ApiProcessOptions): Promise<ApiProcess> {
  const { print } = settings
  const surviving = { ...settings, onCrash: () => print(`The API has stopped. ${hint}`) }
  let api = await startApi(surviving)
  /** One restart after the other, however fast files change. */
  let restarts = Promise.resolve()
  const restart = async (file: string) => {
    await api.stop()
    try {
      api = await startApi(surviving)
      print(`${file} has changed: the API has restarted.`)
    } catch {
      print(`${file} has changed: the API does not start. ${hint}`)
    }
  }
  onSourceChange(file => {
    restarts = restarts.then(() => restart(file))
  })
  return { stop: () => restarts.then(() => api.stop()) }
}

/** Runs the API and restarts it whenever the source changes. */

import { watch } from 'node:fs'
import { join } from 'node:path'
import { type ApiProcess, type ApiProcessOptions, startApi } from './api-process.ts'

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

const root = join(import.meta.dirname, '../../..')
const folders = ['functions', 'lib', 'infra']
/** Editors and version control write many files, some of them twice, within milliseconds. */
const quietMilliseconds = 150

/** Calls back with the last file that changed once no more do. */
function onSourceChange(callback: (file: string) => void): void {
  let timer: NodeJS.Timeout | undefined
  const schedule = (file: string) => {
    clearTimeout(timer)
    timer = setTimeout(() => callback(file), quietMilliseconds)
  }
  for (const folder of folders)
    watch(join(root, folder), { recursive: true }, (_kind, file) => file && schedule(join(folder, file)))
}

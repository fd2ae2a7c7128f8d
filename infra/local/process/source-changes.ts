/** Watches the source for changes. */

import { watch } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../../..')
const folders = ['functions', 'lib', 'infra']
/** Editors and version control write many files, some of them twice, within milliseconds. */
const quietMilliseconds = 150

/** Calls back with the last file that changed once no more do. */
export function onSourceChange(callback: (file: string) => void): void {
  let timer: NodeJS.Timeout | undefined
  const schedule = (file: string) => {
    clearTimeout(timer)
    timer = setTimeout(() => callback(file), quietMilliseconds)
  }
  for (const folder of folders)
    watch(join(root, folder), { recursive: true }, (_kind, file) => file && schedule(join(folder, file)))
}

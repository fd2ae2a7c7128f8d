/** Notices changes of the source. */

import { watch } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const folders = ['functions', 'lib', 'infra']
/** Editors and version control write many files, and some of them twice, within an instant. */
const settling = 150

/** Tells one of the files once things have settled. */
export function onSourceChange(tell: (file: string) => void): void {
  let timer: NodeJS.Timeout | undefined
  const notice = (file: string) => {
    clearTimeout(timer)
    timer = setTimeout(() => tell(file), settling)
  }
  for (const folder of folders)
    watch(join(root, folder), { recursive: true }, (_kind, file) => file && notice(join(folder, file)))
}

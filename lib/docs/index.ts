/** The documentation, as the build has laid it down beside the program. */

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { env } from '../core/env.ts'

const laidDown = (file: string) => join(env.docsDirectory, file)

export const page = () => readFile(laidDown('page.html'), 'utf8')

/** Compressed once, at build time: as text it would be larger than a Lambda may answer comfortably. */
export const script = () => readFile(laidDown('script.js.gz'))

export const document = () => readFile(laidDown('openapi.json'), 'utf8')

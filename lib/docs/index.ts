/** Returns the files of the documentation, which the build has created. */

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { env } from '../core/env.ts'
import { api } from './api.ts'

const pathOf = (file: string) => join(env.docsDirectory, file)

export const redirect = () => api.page.path

export const page = () => readFile(pathOf('page.html'), 'utf8')

/** The build compresses the script, because the uncompressed script is close to the size limit of a Lambda reply. */
export const script = () => readFile(pathOf('script.js.gz'))

export const guide = (name: string) => readFile(pathOf(`guides/${name}.html`), 'utf8')

export const document = () => readFile(pathOf('openapi.json'), 'utf8')

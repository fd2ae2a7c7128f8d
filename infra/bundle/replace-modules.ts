/** An esbuild plugin that replaces modules which would make the bundles large or slow to load. */

import { join } from 'node:path'
import type { Plugin } from 'esbuild'

const fileHere = (name: string) => ({ path: join(import.meta.dirname, name) })

export const replaceModules: Plugin = {
  name: 'replaceModules',
  setup(build) {
    build.onResolve({ filter: /^electrodb$/ }, () => fileHere('electrodb.ts'))
    build.onResolve({ filter: /^jsonschema$/ }, () => fileHere('model-validator.ts'))
    build.onResolve({ filter: /^@aws-sdk\/(lib|util)-dynamodb$/ }, ({ importer }) =>
      importer.includes('/electrodb/') ? fileHere('electrodb-commands.cjs') : undefined,
    )
  },
}

/** Packs the client as an npm package. First generates the client's file of endpoints, so that it matches the API. */

import { execFileSync } from 'node:child_process'
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { endpointsSource } from './endpoints-source.ts'

const fromRoot = (file: string) => join(import.meta.dirname, '../..', file)
const target = fromRoot('dist/client')
const endpointsFile = fromRoot('lib/client/endpoints.ts')

const run = (command: string, options: string[], cwd = fromRoot('.')) =>
  execFileSync(command, options, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })

function packageJson() {
  const { version, license } = JSON.parse(readFileSync(fromRoot('package.json'), 'utf8'))
  return {
    name: 'store-back-office-client',
    version,
    license,
    description: 'A typed client of the back-office REST API of an online store.',
    type: 'module',
    sideEffects: false,
    engines: { node: '>=20' },
    exports: { '.': { types: './index.d.ts', default: './index.js' } },
    types: './index.d.ts',
  }
}

/** Returns the guide without its relative links, because the package does not contain the linked documents. */
const guideWithoutLinks = () =>
  readFileSync(fromRoot('lib/docs/guides/client.md'), 'utf8').replaceAll(/\[([^\]]+)\]\((?!https:)[^)]*\)/g, '$1')

writeFileSync(endpointsFile, endpointsSource())
run('biome', ['format', '--write', endpointsFile])
rmSync(target, { recursive: true, force: true })
run('tsc', ['--project', fromRoot('infra/client/tsconfig.json')])
writeFileSync(join(target, 'package.json'), JSON.stringify(packageJson(), null, 2))
writeFileSync(join(target, 'README.md'), guideWithoutLinks())
copyFileSync(fromRoot('LICENSE'), join(target, 'LICENSE'))
const [name] = run('npm', ['pack', '--silent', '--pack-destination', '..'], target).split('\n')
console.log(`dist/${name}`)

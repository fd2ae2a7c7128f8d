/** Checks the layout of the code: names agree, imports have one direction and no circles, files stay small. */

import { globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, test } from 'vitest'
import { api, routes } from '../lib/api.ts'
import { workers } from '../lib/workers.ts'
import { sampleFile } from './support/samples.ts'

const files = (pattern: string) => globSync(pattern).toSorted()
const source = (file: string) => readFileSync(file, 'utf8')
const program = [...files('lib/**/*.ts'), ...files('functions/**/*.ts'), ...files('infra/**/*.ts')]
const modules = readdirSync('lib').filter(
  name => !name.includes('.') && !['core', 'http', 'store', 'lists'].includes(name),
)

/** The files of this project that a file imports, types and dynamic imports included, as paths from the root. */
function imports(file: string): string[] {
  const named = [...source(file).matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(match => match[1]!)
  return named.map(path => normalize(join(dirname(file), path)))
}

const graph = new Map(program.map(file => [file, imports(file)]))

/** One circle that a file is part of, as a path from the file back to itself; null if there is none. */
function circleOf(start: string): string[] | null {
  const importedBy = new Map<string, string>()
  const queue = [start]
  for (const file of queue) {
    for (const next of graph.get(file) ?? []) {
      if (next === start) return [...pathTo(file, importedBy), start]
      if (importedBy.has(next)) continue
      importedBy.set(next, file)
      queue.push(next)
    }
  }
  return null
}

function pathTo(file: string, importedBy: ReadonlyMap<string, string>): string[] {
  const before = importedBy.get(file)
  return before === undefined ? [file] : [...pathTo(before, importedBy), file]
}

/** The imports of a file that its layer does not allow. */
const forbiddenImports = (file: string, allowed: RegExp) => imports(file).filter(path => !allowed.test(path))

describe('names', () => {
  const names = [...routes, ...workers].map(({ name }) => name)
  /** `lib/orders/get.ts` is `orders.get`. */
  const namesOf = (pattern: string, ending: RegExp) =>
    files(pattern).map(file => file.split('/').slice(1).join('.').replace(ending, ''))

  test('every endpoint and worker has one function file, and there are no others', () => {
    const functions = namesOf('functions/**/*.ts', /\.ts$/).filter(name => name !== 'authorizer')
    expect(functions).toEqual(names.toSorted())
  })

  test('every endpoint and worker has a sample event, and there are no others', () => {
    const isCheckoutEvent = (name: string) => name.split('.').length > 2
    const samples = namesOf('events/*/*.json', /\.json$/).filter(name => !isCheckoutEvent(name))
    expect(samples).toEqual(names.toSorted())
  })

  test('every endpoint and worker has a test file', () => {
    const tested = namesOf('test/*/*.test.ts', /\.test\.ts$/)
    expect(names.filter(name => !tested.includes(name))).toEqual([])
  })

  test.each(Object.entries(api))(
    '%s: index.ts exports the verbs in the order of api.ts',
    (module, entries) => {
      const verbs = Object.keys(entries)
      expect(Object.values(entries).map(({ name }) => name)).toEqual(verbs.map(verb => `${module}.${verb}`))
      const exported = [
        ...source(`lib/${module}/index.ts`).matchAll(/^export (?:async function|const|\{) (\w+)/gm),
      ].map(match => match[1]!)
      expect(exported.filter(name => verbs.includes(name))).toEqual(verbs)
    },
  )

  test('every sample event is a request to its own route', () => {
    for (const { name, path, method } of routes)
      expect(JSON.parse(source(sampleFile(name))), name).toMatchObject({ resource: path, httpMethod: method })
  })
})

describe('imports', () => {
  const core = 'lib/core/'
  const route = String.raw`lib/http/route\.ts`
  const layers: [string, string[], RegExp][] = [
    ['core imports core only', files('lib/core/*.ts'), new RegExp(`^${core}`)],
    ['store imports core', files('lib/store/*.ts'), new RegExp(`^(${core}|lib/store/)`)],
    ['lists import core and store', files('lib/lists/*.ts'), new RegExp(`^(${core}|lib/(store|lists)/)`)],
    ['http imports core and store', files('lib/http/*.ts'), new RegExp(`^(${core}|lib/(store|http)/)`)],
    ['functions import lib', files('functions/**/*.ts'), /^lib\//],
    ['lib imports neither functions nor infra', files('lib/**/*.ts'), /^lib\//],
    ['infra does not import functions', files('infra/**/*.ts'), /^(infra|lib)\//],
    [
      'the stack imports the API as data and names only',
      files('infra/aws/*.ts'),
      new RegExp(`^(infra/|lib/api\\.ts|lib/workers\\.ts|lib/store/table\\.ts|${route}|${core})`),
    ],
  ]
  test.each(layers)('%s', (_, checked, allowed) => {
    expect(checked.length).toBeGreaterThan(0)
    for (const file of checked) expect(forbiddenImports(file, allowed), file).toEqual([])
  })

  test.each(modules)('%s: each file imports what its role allows', module => {
    const own = `lib/${module}/`
    const allowed: Record<string, RegExp> = {
      'api.ts': new RegExp(`^(lib/[a-z-]+/(nested-)?schemas\\.ts|${core}slice\\.ts|${route})`),
      'schemas.ts': new RegExp(`^(${own}(?!index|entity|api)|lib/[a-z-]+/schemas\\.ts|${core})`),
      'rules.ts': new RegExp(`^(${own}(?!index|entity|api)|${core})`),
      'entity.ts': new RegExp(`^(${own}|${core}|lib/store/|lib/lists/position\\.ts)`),
    }
    const otherwise = new RegExp(
      `^(${own}|${core}|lib/(store|lists)/|lib/[a-z-]+/(index|entity|schemas|events)\\.ts)`,
    )
    for (const file of files(`${own}*.ts`)) {
      const name = file.slice(own.length)
      expect(forbiddenImports(file, allowed[name] ?? otherwise), file).toEqual([])
    }
  })

  test('have no circles, types included', () => {
    const circles = program.map(circleOf).filter(circle => circle !== null)
    expect(circles.map(circle => circle.join(' → '))).toEqual([])
  })

  test("of another module's entity.ts only happen where a transaction is written", () => {
    const foreign = (file: string) =>
      imports(file).filter(path => path.endsWith('/entity.ts') && dirname(path) !== dirname(file))
    const importing = files('lib/**/*.ts').filter(file => foreign(file).length > 0)
    const writesNoTransaction = (file: string) => !/createWriteTransaction|ExtraWrite/.test(source(file))
    expect(importing.filter(writesNoTransaction)).toEqual([])
  })

  test('of an endpoint are its module and the wrapper, and it decides nothing', () => {
    for (const { name } of routes) {
      const [module] = name.split('.')
      const file = `functions/${name.replace('.', '/')}.ts`
      const allowed = new RegExp(`^lib/(${module}/[a-z-]+|http/[a-z-]*endpoint)\\.ts`)
      expect(forbiddenImports(file, allowed), file).toEqual([])
      expect(source(file).trim().split('\n').length, file).toBeLessThanOrEqual(10)
      expect(source(file), file).not.toMatch(/\b(if|try|await|JSON|process|statusCode|\?)\b/)
    }
  })

  test('of a module are not exported again by another one', () => {
    const reexports = (file: string) =>
      [...source(file).matchAll(/^export .* from '(\.\.\/[^']+)'/gm)].map(match => match[1]!)
    expect(files('lib/*/*.ts').flatMap(reexports)).toEqual([])
  })
})

describe('one place for each role', () => {
  const only = (pattern: RegExp) => program.filter(file => pattern.test(source(file)))

  test('the environment is read in env.ts, the clock in clock.ts, middy is imported by endpoint.ts', () => {
    const inLib = (found: string[]) => found.filter(file => !file.startsWith('infra/'))
    expect(inLib(only(/process\.env/))).toEqual(['lib/core/env.ts'])
    expect(inLib(only(/new Date\(\)|Date\.now\(/))).toEqual(['lib/core/clock.ts'])
    expect(only(/from '@middy/)).toEqual(['lib/http/endpoint.ts'])
  })

  test('rules.ts is pure: no await, no clock', () => {
    for (const file of files('lib/*/rules.ts')) {
      expect(source(file), file).not.toMatch(/\bawait\b|\basync\b|\bnow\(\)|timestamp\(\)/)
    }
  })

  test('entities are defined in entity.ts, and tables are never scanned', () => {
    const defining = only(/new Entity\(/).filter(file => !file.endsWith('/entity.ts'))
    expect(defining).toEqual([
      'lib/lists/tally.ts',
      'lib/store/idempotency.ts',
      'lib/store/list-entry.ts',
      'lib/store/processed-events.ts',
      'lib/store/rate-limit.ts',
      'lib/store/stored-reply.ts',
    ])
    expect(only(/ScanCommand|\.scan\b/)).toEqual([])
  })

  test.each([
    ['list entries', /^(?:export )?(?:function|const) listEntriesOf\b/m, 'lists.ts'],
    ['counters', /^export (?:async function|function|const) syncCounters\b/m, 'counters.ts'],
    ['public forms', /^export (?:function|const) present\b/m, 'presenter.ts'],
    ['endpoints', /^export const api = defineEndpoints/m, 'api.ts'],
  ])('%s of a module are in a file of one name', (_, pattern, name) => {
    const found = files('lib/*/*.ts').filter(file => pattern.test(source(file)))
    expect(found.length).toBeGreaterThan(0)
    const elsewhere = found.filter(file => !file.endsWith(`/${name}`))
    expect(elsewhere.filter(file => !file.startsWith('lib/maintenance/'))).toEqual([])
  })
})

describe('files', () => {
  test('are not named utils, helpers or the like', () => {
    const leftover = /(^|\/)(utils?|helpers?|common|shared|types|services?|managers?)(\/|\.ts$|$)/
    expect(files('{lib,functions,infra,test}/**/*').filter(file => leftover.test(file))).toEqual([])
  })

  test('of lib and infra begin with what they are for', () => {
    for (const file of program.filter(name => !name.startsWith('functions/')))
      expect(source(file), file).toMatch(/^\/\*\*\s+\S/)
  })

  test('have at most 150 lines, no notes to oneself, no any and no suppressed errors', () => {
    for (const file of program) {
      expect(source(file).split('\n').length, file).toBeLessThanOrEqual(151)
      expect(source(file), file).not.toMatch(/\b(TODO|FIXME|XXX|HACK)\b|: any\b|as any\b|@ts-/)
    }
  })

  test('at the top level are those of the layout only', () => {
    const layout = [
      'package.json',
      'tsconfig.json',
      'cdk.json',
      'infra',
      'functions',
      'lib',
      'test',
      'events',
    ]
    const texts = ['README.md', 'LICENSE', 'CONTRIBUTING.md', 'CHANGELOG.md']
    const tools = ['package-lock.json', 'biome.json', 'knip.json', 'vitest.config.ts']
    const generated = ['node_modules', 'dist', 'cdk.out', 'coverage']
    const found = readdirSync('.').filter(name => !name.startsWith('.') && !generated.includes(name))
    expect(found.filter(name => ![...layout, ...texts, ...tools].includes(name))).toEqual([])
    expect(layout.filter(name => !found.includes(name))).toEqual([])
  })
})

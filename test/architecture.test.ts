/** Checks the layout of the code: names agree, imports have one direction and no cycles, files stay small. */

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
  const paths = [...source(file).matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(match => match[1]!)
  return paths.map(path => normalize(join(dirname(file), path)))
}

const graph = new Map(program.map(file => [file, imports(file)]))

/** An import cycle that a file is part of, as a path from the file back to itself; null if there is none. */
function cycleOf(start: string): string[] | null {
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
    const testFiles = namesOf('test/*/*.test.ts', /\.test\.ts$/)
    expect(names.filter(name => !testFiles.includes(name))).toEqual([])
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

  test('every sample event is a request to the route of its name', () => {
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
      'the stack imports only route definitions, names and table settings from lib',
      files('infra/aws/*.ts'),
      new RegExp(`^(infra/|lib/api\\.ts|lib/workers\\.ts|lib/store/table\\.ts|${route}|${core})`),
    ],
  ]
  test.each(layers)('%s', (_, layer, allowed) => {
    expect(layer.length).toBeGreaterThan(0)
    for (const file of layer) expect(forbiddenImports(file, allowed), file).toEqual([])
  })

  test.each(modules)('%s: each file imports what its role allows', module => {
    const own = `lib/${module}/`
    const allowed: Record<string, RegExp> = {
      'api.ts': new RegExp(`^(lib/[a-z-]+/(nested-)?schemas\\.ts|${core}slice\\.ts|${route})`),
      'schemas.ts': new RegExp(`^(${own}(?!index|entity|api)|lib/[a-z-]+/schemas\\.ts|${core})`),
      'rules.ts': new RegExp(`^(${own}(?!index|entity|api)|${core})`),
      'entity.ts': new RegExp(`^(${own}|${core}|lib/store/|lib/lists/position\\.ts)`),
    }
    const allowedByDefault = new RegExp(
      `^(${own}|${core}|lib/(store|lists)/|lib/[a-z-]+/(index|entity|schemas|events)\\.ts)`,
    )
    for (const file of files(`${own}*.ts`)) {
      const name = file.slice(own.length)
      expect(forbiddenImports(file, allowed[name] ?? allowedByDefault), file).toEqual([])
    }
  })

  test('have no cycles, type imports included', () => {
    const cycles = program.map(cycleOf).filter(cycle => cycle !== null)
    expect(cycles.map(cycle => cycle.join(' → '))).toEqual([])
  })

  test("of another module's entity.ts are only in files that write a transaction", () => {
    const importsOfOtherEntities = (file: string) =>
      imports(file).filter(path => path.endsWith('/entity.ts') && dirname(path) !== dirname(file))
    const importing = files('lib/**/*.ts').filter(file => importsOfOtherEntities(file).length > 0)
    const writesNoTransaction = (file: string) => !/createWriteTransaction|ExtraWrite/.test(source(file))
    expect(importing.filter(writesNoTransaction)).toEqual([])
  })

  test('of a function are its module and the endpoint wrapper, and it has no logic', () => {
    for (const { name } of routes) {
      const [module] = name.split('.')
      const file = `functions/${name.replace('.', '/')}.ts`
      const allowed = new RegExp(`^lib/(${module}/[a-z-]+|http/[a-z-]*endpoint)\\.ts`)
      expect(forbiddenImports(file, allowed), file).toEqual([])
      expect(source(file).trim().split('\n').length, file).toBeLessThanOrEqual(10)
      expect(source(file), file).not.toMatch(/\b(if|try|await|JSON|process|statusCode|\?)\b/)
    }
  })

  test('are not re-exported by another module', () => {
    const reexports = (file: string) =>
      [...source(file).matchAll(/^export .* from '(\.\.\/[^']+)'/gm)].map(match => match[1]!)
    expect(files('lib/*/*.ts').flatMap(reexports)).toEqual([])
  })
})

describe('one place for each role', () => {
  const only = (pattern: RegExp) => program.filter(file => pattern.test(source(file)))

  test('the environment is read in env.ts, the clock in clock.ts, middy is imported by endpoint.ts', () => {
    const inLib = (paths: string[]) => paths.filter(file => !file.startsWith('infra/'))
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
  ])('%s of all modules are in files of the same name', (_, pattern, name) => {
    const matches = files('lib/*/*.ts').filter(file => pattern.test(source(file)))
    expect(matches.length).toBeGreaterThan(0)
    const elsewhere = matches.filter(file => !file.endsWith(`/${name}`))
    expect(elsewhere.filter(file => !file.startsWith('lib/maintenance/'))).toEqual([])
  })
})

describe('files', () => {
  test('are not named utils, helpers or the like', () => {
    const vagueName = /(^|\/)(utils?|helpers?|common|shared|types|services?|managers?)(\/|\.ts$|$)/
    expect(files('{lib,functions,infra,test}/**/*').filter(file => vagueName.test(file))).toEqual([])
  })

  test('in lib and infra begin with a comment on their purpose', () => {
    for (const file of program.filter(name => !name.startsWith('functions/')))
      expect(source(file), file).toMatch(/^\/\*\*\s+\S/)
  })

  test('have at most 150 lines, no TODO comments, no any and no suppressed errors', () => {
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
    const documents = ['README.md', 'LICENSE', 'CONTRIBUTING.md', 'CHANGELOG.md']
    const tools = ['package-lock.json', 'biome.json', 'knip.json', 'vitest.config.ts']
    const generated = ['node_modules', 'dist', 'cdk.out', 'coverage']
    const entries = readdirSync('.').filter(name => !name.startsWith('.') && !generated.includes(name))
    expect(entries.filter(name => ![...layout, ...documents, ...tools].includes(name))).toEqual([])
    expect(layout.filter(name => !entries.includes(name))).toEqual([])
  })
})

/** Checks the layout of the code: names agree, imports have one direction and no cycles, files stay small. */

import { existsSync, readdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { describe, expect, test } from 'vitest'
import { pagesSources } from '../infra/back-office-pages.ts'
import { api, routes } from '../lib/api.ts'
import type { Route } from '../lib/http/route.ts'
import { workers } from '../lib/workers.ts'
import { sampleFile, sampleReplyFile } from './support/samples.ts'
import { cycleOf, files, filesGraph, imports, loadedBy, modulesGraph, program, source } from './support/source.ts'

const modules = readdirSync('lib').filter(
  name => !name.includes('.') && !['core', 'http', 'store', 'lists'].includes(name),
)

/**
 * Fails if there are violations. The message has a sentence for each of them, and then the rule: what must hold, why,
 * and what to do.
 */
function expectNone(violations: readonly string[], rule: string): void {
  if (violations.length > 0) expect.fail([...violations, rule].join('\n'))
}

/** Returns a sentence for each file that matches. */
const reportIf = (paths: readonly string[], matches: (file: string) => boolean, fault: string) =>
  paths.filter(matches).map(file => `${file} ${fault}.`)

/** Returns a sentence for each import whose path does not match `allowed`. */
const forbiddenImports = (paths: readonly string[], allowed: RegExp) =>
  paths.flatMap(file =>
    imports(file)
      .filter(path => !allowed.test(path))
      .map(path => `${file} imports ${path}.`),
  )

describe('names', () => {
  const names = [...routes, ...workers].map(({ name }) => name)

  const missing = (expected: readonly string[], existing: readonly string[]) =>
    expected.filter(file => !existing.includes(file)).map(file => `${file} is missing.`)
  const withoutEntry = (existing: readonly string[], expected: readonly string[]) =>
    reportIf(existing, file => !expected.includes(file), 'belongs to no entry in lib/api.ts or lib/workers.ts')

  test('every endpoint and worker has one function file, and there are no others', () => {
    const expected = names.map(name => `functions/${name.replace('.', '/')}.ts`)
    const existing = files('functions/**/*.ts').filter(file => file !== 'functions/authorizer.ts')
    expectNone(
      [...missing(expected, existing), ...withoutEntry(existing, expected)],
      'Each endpoint and worker is deployed as one Lambda, built from the file of its name. Write the missing file like the files next to it. Add the missing entry to the api.ts of its module, and a new module to lib/api.ts.',
    )
  })

  test('every endpoint and worker has a sample event, and there are no others', () => {
    const isCheckoutEventOrReply = (file: string) => file.split('.').length > 2
    const expected = names.map(sampleFile)
    const existing = files('events/*/*.json').filter(file => !isCheckoutEventOrReply(file))
    expectNone(
      [...missing(expected, existing), ...withoutEntry(existing, expected)],
      'The documentation, the tests and `npm run invoke` use the sample event of each Lambda. Copy a similar sample and change it. Add the missing entry to the api.ts of its module.',
    )
  })

  test('every sample reply is that of an endpoint', () => {
    const expected = routes.filter(({ reply }) => reply).map(({ name }) => sampleReplyFile(name))
    expectNone(
      reportIf(files('events/*/*.reply.json'), file => !expected.includes(file), 'is the reply of no endpoint'),
      'The documentation shows it as the reply to the sample event of the same name. Rename it.',
    )
  })

  test('every endpoint and worker has a test file', () => {
    const expected = names.map(name => `test/${name.replace('.', '/')}.test.ts`)
    expectNone(
      missing(expected, files('test/*/*.test.ts')),
      'Readers look for the tests of an endpoint in the file of its name. Write a test of what only this endpoint does.',
    )
  })

  test.each(Object.entries(api))('%s: index.ts exports the verbs in the order of api.ts', (module, entries) => {
    const verbs = Object.keys(entries)
    const misnamed = Object.values(entries).filter(({ name }) => !name.startsWith(`${module}.`))
    expectNone(
      misnamed.map(({ name }) => `lib/${module}/api.ts defines ${name}.`),
      `The name of an endpoint begins with its folder. Pass '${module}' to defineEndpoints.`,
    )
    const exports = source(`lib/${module}/index.ts`).matchAll(/^export (?:async function|const|\{) (\w+)/gm)
    const exported = [...exports].map(match => match[1]!).filter(name => verbs.includes(name))
    const isEqual = exported.join() === verbs.join()
    expectNone(
      isEqual ? [] : [`lib/${module}/index.ts exports ${exported.join(', ')}.`],
      `It exports a function for each entry of lib/${module}/api.ts, in the same order, so that both files read alike: ${verbs.join(', ')}. Write what is missing and sort them.`,
    )
  })

  test('every sample event is a request to the route of its name', () => {
    const hasSample = ({ name }: Route) => existsSync(sampleFile(name))
    const mistaken = routes.filter(hasSample).flatMap(({ name, path, method }) => {
      const { resource, httpMethod } = JSON.parse(source(sampleFile(name)))
      const isOwnRoute = resource === path && httpMethod === method
      return isOwnRoute ? [] : `${sampleFile(name)} is ${httpMethod} ${resource}, but ${name} is ${method} ${path}.`
    })
    expectNone(mistaken, 'A sample must reach its own endpoint. Correct its `resource` and `httpMethod`.')
  })
})

describe('imports', () => {
  const core = 'lib/core/'
  const route = String.raw`lib/http/route\.ts`
  const upward =
    'Imports go one way, core ← store ← lists ← modules ← functions, so that each folder can be read without those that use it. Move the code to the folder of what it imports, or pass the value as an argument.'
  const layers: [string, string, RegExp, string][] = [
    ['core imports core only', 'lib/core/*.ts', new RegExp(`^${core}`), upward],
    ['store imports core', 'lib/store/*.ts', new RegExp(`^(${core}|lib/store/)`), upward],
    ['lists import core and store', 'lib/lists/*.ts', new RegExp(`^(${core}|lib/(store|lists)/)`), upward],
    ['http imports core and store', 'lib/http/*.ts', new RegExp(`^(${core}|lib/(store|http)/)`), upward],
    ['functions import lib', 'functions/**/*.ts', /^lib\//, upward],
    [
      'lib imports neither functions nor infra',
      'lib/**/*.ts',
      /^lib\//,
      'lib runs in every Lambda, and must not contain what only this machine or the stack needs. Move the code to lib, or pass the value as an environment variable.',
    ],
    [
      'the client imports only itself',
      'lib/client/*.ts',
      /^lib\/client\//,
      'The client is a package that other projects install, without this repository and without zod. Pass the value as an option, or generate it in infra/client.',
    ],
    [
      'the pages import only themselves, the client, core, and the schemas of requests',
      'lib/pages/*/*.{ts,tsx}',
      /^lib\/(pages\/[a-z-]+\/|client\/|core\/|[a-z-]+\/schemas\.ts|(discounts\/kinds|products\/custom-field-choices)\.ts)/,
      'The pages run in a browser, and have from the API only what any other caller has. Call the API with lib/client, take constants from lib/core, and check forms with the schemas.ts of a module.',
    ],
    [
      'infra does not import functions',
      'infra/**/*.ts',
      /^(infra|lib)\//,
      'infra loads a function by its name, so that a new endpoint needs no change there. Use loadHandlersFrom in infra/local/lambda.ts.',
    ],
    [
      'the stack imports only route definitions, names and table settings from lib',
      'infra/aws/*.ts',
      new RegExp(`^(infra/|lib/api\\.ts|lib/workers\\.ts|lib/store/table\\.ts|${route}|${core})`),
      'The stack is built from data, without the code that runs in Lambdas. Add what it needs to the entry in api.ts.',
    ],
  ]
  test.each(layers)('%s', (_, pattern, allowed, rule) => {
    const layer = files(pattern)
    expect(layer.length).toBeGreaterThan(0)
    expectNone(forbiddenImports(layer, allowed), rule)
  })

  test('the pages are built again if any of their files changes', () => {
    const built = new Set(pagesSources())
    const pages = files('lib/pages/*/**/*.{ts,tsx}')
    const loaded = new Set([...pages, ...pages.flatMap(imports)].flatMap(loadedBy))
    expect(loaded).toContain('lib/discounts/schemas.ts')
    expectNone(
      [...loaded].filter(file => !built.has(file)),
      'Add these files to `sources` in infra/back-office-pages.ts. Otherwise a build from before a change is used again.',
    )
  })

  test('reading one discount loads at most 60 files, neither of the gateways nor of mails', () => {
    const loaded = loadedBy('functions/discounts/get.ts')
    expect(loaded).toContain('lib/discounts/presenter.ts')
    expect(loaded.length).toBeLessThanOrEqual(60)
    expect(loaded.filter(file => /^lib\/(payments|mail)\//.test(file))).toEqual([])
  })

  test.each(modules)('%s: each file imports what its role allows', module => {
    const own = `lib/${module}/`
    const allowed: Record<string, [RegExp, string]> = {
      'api.ts': [
        new RegExp(`^(lib/[a-z-]+/([a-z]+-)?schemas\\.ts|${core}paging\\.ts|${route})`),
        'api.ts is data: the stack and the documentation read it without the code of the endpoints. It imports schemas only.',
      ],
      'schemas.ts': [
        new RegExp(`^(${own}(?!index|entity|api)|lib/[a-z-]+/([a-z]+-)?schemas\\.ts|${core})`),
        'Schemas are read without the table. They import other schemas, rules and core.',
      ],
      'rules.ts': [
        new RegExp(`^(${own}(?!index|entity|api)|lib/[a-z-]+/schemas\\.ts|${core})`),
        'Rules are pure functions. Read and write in index.ts, and pass the values to the rule.',
      ],
      'entity.ts': [
        new RegExp(`^(${own}|${core}|lib/store/|lib/lists/position\\.ts)`),
        'An entity knows its own keys only. Move the rest to index.ts.',
      ],
      'lists.ts': [
        new RegExp(`^(${own}|${core}|lib/(store|lists)/|lib/[a-z-]+/(index|lists)\\.ts)`),
        'The lists of a module may include lists that another module names in its own lists.ts.',
      ],
    }
    const allowedByDefault = new RegExp(
      `^(${own}|${core}|lib/(store|lists)/|lib/[a-z-]+/(index|entity|schemas|checkout-events|events)\\.ts)`,
    )
    const ruleByDefault =
      'A module uses another one through its index.ts, so that its other files can change freely. Export what you need from that index.ts.'
    for (const file of files(`${own}*.ts`)) {
      const [pattern, rule] = allowed[file.slice(own.length)] ?? [allowedByDefault, ruleByDefault]
      expectNone(forbiddenImports([file], pattern), rule)
    }
  })

  test.each([
    ['files', filesGraph, 'Move what both need to a file that imports neither.'],
    [
      'modules',
      modulesGraph,
      'A module that two others call about each other owns neither of them: what relates them is data in lib/maintenance.',
    ],
  ])('have no cycles between %s, type imports included', (kind, graph, advice) => {
    const cycles = [...graph.keys()].map(start => cycleOf(start, graph)).filter(cycle => cycle !== null)
    const [shortest] = cycles.toSorted((one, other) => one.length - other.length)
    expectNone(
      shortest ? [`${shortest.join(' imports ')}.`] : [],
      `The ${kind} of a cycle can only be understood together. ${advice}`,
    )
  })

  test("of another module's entity.ts are only in files that write a transaction", () => {
    const importsOtherEntity = (file: string) =>
      imports(file).some(path => path.endsWith('/entity.ts') && dirname(path) !== dirname(file))
    /** The table of entities may import all entities, because export and deletion of an account need all of them. */
    const isTableOfEntities = (file: string) => file === 'lib/account-data/entities.ts'
    const writesNoTransaction = (file: string) => !/createWriteTransaction|ExtraWrite/.test(source(file))
    expectNone(
      reportIf(
        files('lib/**/*.ts').filter(file => importsOtherEntity(file) && !isTableOfEntities(file)),
        writesNoTransaction,
        'imports the entity of another module',
      ),
      'Only a transaction may write the rows of two modules. Call a function of the other index.ts instead.',
    )
  })

  test('of a function are its module and the endpoint wrapper, and it has no logic', () => {
    const functions = files('functions/*/*.ts')
    const allowed = (file: string) =>
      new RegExp(`^lib/(${file.split('/')[1]}/[a-z-]+|http/[a-z-]*endpoint|core/with-plain-errors)\\.ts`)
    const hasLogic = (file: string) => /\b(if|try|await|JSON|process|statusCode|\?)\b/.test(source(file))
    const isLong = (file: string) => source(file).trim().split('\n').length > 10
    expectNone(
      [
        ...functions.flatMap(file => forbiddenImports([file], allowed(file))),
        ...reportIf(functions, hasLogic, 'has logic'),
        ...reportIf(functions, isLong, 'has more than ten lines'),
      ],
      'A function only connects a Lambda to the verb of its module, so that the module can be read and tested without it. Move the rest to the module.',
    )
  })

  test('of a function include its middlewares', () => {
    const hasNone = (file: string) => !imports(file).some(path => /endpoint\.ts$|\/with-plain-errors\.ts$/.test(path))
    const functions = files('functions/**/*.ts').filter(file => file !== 'functions/audit/record.ts')
    expectNone(
      reportIf(functions, hasNone, 'has no middlewares'),
      'All Lambdas handle errors alike. Wrap the verb in `endpoint`, `idempotentEndpoint` or, for a worker or the authorizer, `withPlainErrors`.',
    )
  })

  test('are not re-exported by another module', () => {
    const reexports = (file: string) => /^export .* from '\.\.\//m.test(source(file))
    expectNone(
      reportIf(files('lib/*/*.ts'), reexports, 'exports names of another module'),
      'A name is imported from the module that defines it, so that its users can be found. Import it there.',
    )
  })
})

describe('one place for each role', () => {
  const containing = (pattern: RegExp) => program.filter(file => pattern.test(source(file)))
  /** Returns a sentence for each file that contains the pattern, except files whose path `allowed` matches. */
  const reportElsewhere = (pattern: RegExp, allowed: RegExp, fault: string) =>
    reportIf(containing(pattern), file => !allowed.test(file), fault)

  test.each([
    [
      'the environment is read in env.ts',
      reportElsewhere(/process\.env/, /^(infra\/|lib\/core\/env\.ts)/, 'reads process.env'),
      'All variables of a Lambda are in lib/core/env.ts, so that a missing one is noticed. Add the variable there and import `env`.',
    ],
    [
      'the clock is read in clock.ts',
      reportElsewhere(
        /new Date\(\)|Date\.now\(/,
        /^(infra\/|lib\/core\/clock\.ts|lib\/client\/|lib\/pages\/[a-z-]+\/)/,
        'reads the clock',
      ),
      'Tests set one clock. Import it from lib/core/clock.ts.',
    ],
    [
      'middy is imported by endpoint.ts and with-plain-errors.ts, and the type of a middleware by middleware.ts',
      reportElsewhere(
        /from '@middy/,
        /^lib\/(http\/(endpoint|middleware)|core\/with-plain-errors)\.ts$/,
        'imports middy',
      ),
      'lib/http/endpoint.ts lists the middlewares of all endpoints, lib/core/with-plain-errors.ts those of the other Lambdas. Use `endpoint`, `idempotentEndpoint` or `withPlainErrors`.',
    ],
    [
      'tables are never scanned',
      reportElsewhere(/ScanCommand|\.scan\b/, /^$/, 'scans the table'),
      'A scan reads the rows of all stores and costs more as they grow. Query a partition or use a list.',
    ],
    [
      'examples are files in events',
      reportElsewhere(/\bexamples: \[/, /^lib\/http\/openapi-endpoint\.ts$/, 'has an example'),
      'An example of a reply is needed by the documentation and the tests only, not by the Lambdas that contain the schema. Move it to events/<module>/<verb>.reply.json.',
    ],
    [
      'entities are defined in entity.ts',
      reportElsewhere(
        /(new |= define)Entity\(/,
        /\/entity\.ts$|^lib\/lists\/(lists-version|word-suffixes|tally)\.ts$|^lib\/store\/(client|idempotency|list-entry|processed-events|rate-limit|secret-rows|stored-reply)\.ts$/,
        'defines an entity',
      ),
      'The keys of a module are in its entity.ts. Move the entity there.',
    ],
  ])('%s', (_, violations, rule) => expectNone(violations, rule))

  test('rules.ts is pure: no await, no clock', () => {
    const isImpure = (file: string) => /\bawait\b|\basync\b|\bnow\(\)|timestamp\(\)/.test(source(file))
    expectNone(
      reportIf(files('lib/*/rules.ts'), isImpure, 'awaits something or reads the clock'),
      'Rules are pure functions, tested with tables of cases. Read in index.ts, and pass the values to the rule.',
    )
  })

  test.each([
    ['list entries', /^(?:export )?(?:function|const) listEntriesOf\b/m, 'lists.ts'],
    ['public forms', /^export (?:function|const) present\b/m, 'presenter.ts'],
    ['endpoints', /^export const api = defineEndpoints/m, 'api.ts'],
  ])('%s of all modules are in files of the same name', (role, pattern, name) => {
    const defining = files('lib/*/*.ts').filter(file => pattern.test(source(file)))
    expect(defining.length).toBeGreaterThan(0)
    const isElsewhere = (file: string) => !file.endsWith(`/${name}`) && !file.startsWith('lib/maintenance/')
    expectNone(
      reportIf(defining, isElsewhere, `defines ${role}`),
      `Readers look for the ${role} of every module in its ${name}. Move them there.`,
    )
  })
})

describe('files', () => {
  test('are not named utils, helpers or the like', () => {
    const vagueName = /(^|\/)(utils?|helpers?|common|shared|types|services?|managers?)(\/|\.ts$|$)/
    expectNone(
      reportIf(files('{lib,functions,infra,test}/**/*'), file => vagueName.test(file), 'has a vague name'),
      'Such a file collects unrelated code. Name it after what it does.',
    )
  })

  test('in lib and infra begin with a comment on their purpose', () => {
    const hasNoPurpose = (file: string) => !file.startsWith('functions/') && !/^\/\*\*\s+\S/.test(source(file))
    expectNone(
      reportIf(program, hasNoPurpose, 'does not begin with a comment'),
      'The first line of a file says what it is for, in one sentence: /** … */. Write it.',
    )
  })

  test('have at most 300 lines', () => {
    const lines = (file: string) => source(file).split('\n').length - 1
    const written = program.filter(file => file !== 'lib/client/endpoints.ts')
    expectNone(
      written.filter(file => lines(file) > 300).map(file => `${file} has ${lines(file)} lines.`),
      'A file is one idea that is read in one sitting, usually 50 to 200 lines. Move one of its subjects to a file named after it.',
    )
  })

  test.each([
    [
      'no TODO comments',
      /\b(TODO|FIXME|XXX|HACK)\b/,
      'has a TODO comment',
      'A task in a comment is forgotten. Do it now, or write an issue.',
    ],
    [
      'no suppressed errors',
      /@ts-/,
      'suppresses a compiler error',
      'A suppressed error also hides the next one. Correct the types instead.',
    ],
  ])('have %s', (_, pattern, fault, rule) => {
    expectNone(
      reportIf(program, file => pattern.test(source(file)), fault),
      rule,
    )
  })

  test('of the benchmarks are in test/bench/README.md', () => {
    const text = source('test/bench/README.md')
    const measuring = files('test/bench/**/*.ts').filter(file => !file.endsWith('.test.ts'))
    expectNone(
      reportIf(measuring, file => !text.includes(`\`${file.slice('test/bench/'.length)}\``), 'is not in README.md'),
      'README.md says what each file of the benchmarks is for, and who uses the figures. Delete a file whose figures nobody uses.',
    )
  })

  test('with helpers of tests mark no tests as long, except test-twice.ts', () => {
    const helpers = files('test/**/*.ts').filter(file => !/\.test\.ts$|test-twice\.ts$/.test(file))
    expectNone(
      reportIf(helpers, file => /tags: \['long'/.test(source(file)), 'marks tests as long'),
      'vitest.config.ts finds files with long tests by the words `long` and `testTwice`. Add the name of the helper there, and here.',
    )
  })

  test('at the top level are those of the layout only', () => {
    const layout = ['package.json', 'tsconfig.json', 'cdk.json', 'infra', 'functions', 'lib', 'test', 'events']
    const documents = ['README.md', 'LICENSE', 'CONTRIBUTING.md', 'CHANGELOG.md']
    const tools = ['package-lock.json', 'biome.json', 'knip.json', 'vitest.config.ts']
    const generated = ['node_modules', 'dist', 'cdk.out', 'coverage']
    const known = [...layout, ...documents, ...tools, ...generated]
    const entries = readdirSync('.').filter(name => !name.startsWith('.'))
    expectNone(
      [
        ...reportIf(entries, name => !known.includes(name), 'is not part of the layout'),
        ...reportIf(layout, name => !entries.includes(name), 'is missing'),
      ],
      'The top level has the folders that CONTRIBUTING lists and what tools need there. Move the file into one of the folders.',
    )
  })
})

/** Holds the code to its layout: names agree, imports flow one way, files stay small. */

import { globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, test } from 'vitest'
import { api, routes } from '../lib/api.ts'
import { workers } from '../lib/workers.ts'
import { sampleFile } from './support/samples.ts'

const files = (pattern: string) => globSync(pattern).toSorted()
const source = (file: string) => readFileSync(file, 'utf8')
const program = [...files('lib/**/*.ts'), ...files('functions/**/*.ts'), ...files('infra/**/*.ts')]
const rooms = readdirSync('lib').filter(
  name => !name.includes('.') && !['core', 'http', 'store', 'lists'].includes(name),
)

/** What a file imports of ours, as paths from the root. */
function imports(file: string): string[] {
  const named = [...source(file).matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(match => match[1]!)
  return named.map(path => normalize(join(dirname(file), path)))
}

/** Those of a file's imports that lie outside what it may import. */
const strays = (file: string, allowed: RegExp) => imports(file).filter(path => !allowed.test(path))

describe('one name everywhere', () => {
  const names = [...routes, ...workers].map(({ name }) => name)

  test('every endpoint and worker has its function, its sample event and its test, and there are no others', () => {
    const from = (pattern: string, ending: RegExp) =>
      files(pattern).map(file => file.split('/').slice(1).join('.').replace(ending, ''))
    const hasNoRoute = ['authorizer']
    expect(from('functions/**/*.ts', /\.ts$/).filter(name => !hasNoRoute.includes(name))).toEqual(
      names.toSorted(),
    )
    /** Events of the checkout have longer names. */
    const samples = from('events/*/*.json', /\.json$/).filter(name => name.split('.').length === 2)
    expect(samples).toEqual(names.toSorted())
    const tested = from('test/*/*.test.ts', /\.test\.ts$/)
    expect(names.filter(name => !tested.includes(name))).toEqual([])
  })

  test.each(Object.entries(api))(
    '%s: the tree, the room and its verbs agree, in one order',
    (room, entries) => {
      const verbs = Object.keys(entries)
      expect(Object.values(entries).map(({ name }) => name)).toEqual(verbs.map(verb => `${room}.${verb}`))
      const exported = [
        ...source(`lib/${room}/index.ts`).matchAll(/^export (?:async function|const|\{) (\w+)/gm),
      ].map(match => match[1]!)
      expect(exported.filter(name => verbs.includes(name))).toEqual(verbs)
    },
  )

  test('every sample event speaks of its own route', () => {
    for (const { name, path, method } of routes)
      expect(JSON.parse(source(sampleFile(name))), name).toMatchObject({ resource: path, httpMethod: method })
  })
})

describe('imports flow one way', () => {
  const kit = 'lib/core/'
  const http = String.raw`lib/http/route\.ts`
  const rules: [string, string[], RegExp][] = [
    ['the kit imports nothing of ours', files('lib/core/*.ts'), new RegExp(`^${kit}`)],
    ['the store imports the kit', files('lib/store/*.ts'), new RegExp(`^(${kit}|lib/store/)`)],
    [
      'the pipeline imports the kit and the store',
      files('lib/http/*.ts'),
      new RegExp(`^(${kit}|lib/store/|lib/http/)`),
    ],
    ['functions import lib', files('functions/**/*.ts'), /^lib\//],
    ['lib never imports functions or infra', files('lib/**/*.ts'), /^lib\//],
    ['infra never imports functions', files('infra/**/*.ts'), /^(infra|lib)\//],
    [
      'the stack reads the API and names, never the program',
      files('infra/aws/*.ts'),
      new RegExp(`^(infra/|lib/api\\.ts|lib/workers\\.ts|lib/store/table\\.ts|${http}|${kit})`),
    ],
  ]
  test.each(rules)('%s', (_, checked, allowed) => {
    expect(checked.length).toBeGreaterThan(0)
    for (const file of checked) expect(strays(file, allowed), file).toEqual([])
  })

  test.each(rooms)('%s keeps to its place', room => {
    const own = `lib/${room}/`
    const allowed: Record<string, RegExp> = {
      'api.ts': new RegExp(`^(lib/[a-z-]+/schemas\\.ts|${kit}slice\\.ts|${http})`),
      'schemas.ts': new RegExp(`^(${own}(?!index|entity|api)|lib/[a-z-]+/schemas\\.ts|${kit})`),
      'rules.ts': new RegExp(`^(${own}(?!index|entity|api)|${kit})`),
      'entity.ts': new RegExp(`^(${own}|${kit}|lib/store/|lib/lists/position\\.ts)`),
    }
    const otherwise = new RegExp(
      `^(${own}|${kit}|lib/(store|lists)/|lib/[a-z-]+/(index|entity|schemas)\\.ts)`,
    )
    for (const file of files(`${own}*.ts`)) {
      const name = file.slice(own.length)
      expect(strays(file, allowed[name] ?? otherwise), file).toEqual([])
    }
  })

  test('an endpoint imports its own room and the wrapper, and decides nothing', () => {
    for (const { name } of routes) {
      const [room] = name.split('.')
      const file = `functions/${name.replace('.', '/')}.ts`
      expect(strays(file, new RegExp(`^lib/(${room}/(api|index)|http/endpoint)\\.ts`)), file).toEqual([])
      expect(source(file).trim().split('\n').length, file).toBeLessThanOrEqual(10)
      expect(source(file), file).not.toMatch(/\b(if|try|await|JSON|process|statusCode|\?)\b/)
    }
  })
})

describe('each thing has its one place', () => {
  const only = (pattern: RegExp) => program.filter(file => pattern.test(source(file)))

  test('the environment is read in env.ts, the clock in clock.ts, and middy is known to endpoint.ts', () => {
    const inLib = (found: string[]) => found.filter(file => !file.startsWith('infra/'))
    expect(inLib(only(/process\.env/))).toEqual(['lib/core/env.ts'])
    expect(inLib(only(/new Date\(\)|Date\.now\(/))).toEqual(['lib/core/clock.ts'])
    expect(only(/from '@middy/)).toEqual(['lib/http/endpoint.ts'])
  })

  test('rules neither wait nor look at the clock nor ask the table', () => {
    for (const file of files('lib/*/rules.ts')) {
      expect(source(file), file).not.toMatch(/\bawait\b|\basync\b|\bnow\(\)|timestamp\(\)/)
    }
  })

  test('keys are spelled by entities only, and tables are never scanned', () => {
    const spellers = only(/new Entity\(/).filter(file => !file.endsWith('/entity.ts'))
    expect(spellers).toEqual([
      'lib/lists/tally.ts',
      'lib/store/idempotency.ts',
      'lib/store/list-entry.ts',
      'lib/store/processed-events.ts',
      'lib/store/rate-limit.ts',
      'lib/store/stored-reply.ts',
    ])
    expect(only(/ScanCommand|\.scan\b/)).toEqual([])
  })
})

describe('reads well', () => {
  test('no place for leftovers', () => {
    const leftover = /(^|\/)(utils?|helpers?|common|shared|types|services?|managers?)(\/|\.ts$|$)/
    expect(files('{lib,functions,infra,test}/**/*').filter(file => leftover.test(file))).toEqual([])
  })

  test('every file of lib and infra says first what it is for', () => {
    for (const file of program.filter(name => !name.startsWith('functions/')))
      expect(source(file), file).toMatch(/^\/\*\*\s+\S/)
  })

  test('no file is longer than 150 lines, none holds a note to oneself, an any or an assertion', () => {
    for (const file of program) {
      expect(source(file).split('\n').length, file).toBeLessThanOrEqual(151)
      expect(source(file), file).not.toMatch(/\b(TODO|FIXME|XXX|HACK)\b|: any\b|as any\b|@ts-/)
    }
  })

  test('the top level holds what it should and nothing else', () => {
    const fixed = [
      'package.json',
      'tsconfig.json',
      'cdk.json',
      'infra',
      'functions',
      'lib',
      'test',
      'events',
      'README.md',
    ]
    const tools = ['package-lock.json', 'biome.json', 'knip.json', 'vitest.config.ts']
    const made = ['node_modules', 'dist', 'cdk.out', 'coverage']
    const found = readdirSync('.').filter(name => !name.startsWith('.') && !made.includes(name))
    expect(found.toSorted()).toEqual([...fixed, ...tools].toSorted())
  })
})

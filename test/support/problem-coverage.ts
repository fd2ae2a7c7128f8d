/** Records the problems that the tests provoke: a declared problem that no test provokes fails the run. */

import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { routes } from '../../lib/api.ts'
import type { ProblemCode } from '../../lib/core/problem.ts'
import { problemsOf } from '../../lib/http/problems.ts'
import type { Route } from '../../lib/http/route.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Each test file is a separate process, and appends its lines: `module.verb code`. */
    provokedFile: string
  }
}

/**
 * API Gateway returns these before it calls a Lambda, or instead, so no call of a handler can provoke them.
 * They are tested in test/infra/gateway.test.ts.
 */
export const gatewaysOwn: ProblemCode[] = ['unauthorized', 'too_many_requests', 'bad_gateway', 'timeout']

/** An endpoint that returns one of the gateway's problems itself declares it. */
const answeredByHandler = (route: Route) =>
  problemsOf(route).filter(code => !gatewaysOwn.includes(code) || route.problems?.includes(code))

const seen = new Set<string>()

export function recordProvoked(file: string, line: `${string} ${ProblemCode}`): void {
  if (seen.has(line)) return
  seen.add(line)
  appendFileSync(file, `${line}\n`)
}

/** Lets the tests record, and returns the check to run after all tests. */
export function watchProvoked(project: TestProject): () => Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'provoked-'))
  const file = join(directory, 'problems')
  writeFileSync(file, '')
  project.provide('provokedFile', file)
  return async () => {
    const provoked = readFileSync(file, 'utf8').split('\n')
    rmSync(directory, { recursive: true })
    if (await wasWhole(project)) requireAll(provoked)
  }
}

/** Only a complete and successful run can be checked. */
async function wasWhole(project: TestProject): Promise<boolean> {
  const { state, config } = project.vitest
  const { testFiles } = await project.globTestFiles()
  const sound = state.getTestModules().filter(module => /passed|skipped/.test(module.state()))
  const isLongTier = config.tagsFilter?.includes('long')
  return sound.length === testFiles.length && !config.testNamePattern && !isLongTier
}

function requireAll(provoked: string[]): void {
  const declared = routes.flatMap(route => answeredByHandler(route).map(code => `${route.name} ${code}`))
  const missing = declared.filter(line => !provoked.includes(line))
  if (missing.length > 0)
    throw new Error(`Declared by an endpoint, but provoked by no test:\n${missing.join('\n')}`)
}

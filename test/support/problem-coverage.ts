/** Records the problems that endpoints return in tests. Fails the run if tests do not cover all declared problems. */

import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { routes } from '../../lib/api.ts'
import type { ProblemCode } from '../../lib/core/problem.ts'
import { problemsOf } from '../../lib/http/documented-problems.ts'
import type { Route } from '../../lib/http/route.ts'
import { newDirectory } from './temporary.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The file to which the tests append a line for each problem, such as `orders.get not_found`. */
    problemCoverageFile: string
  }
}

/**
 * API Gateway itself can return these problems, so the tests of an endpoint need not cover them. The replies of API
 * Gateway are tested in test/infra/aws/api-gateway.test.ts.
 */
export const gatewayProblemCodes: ProblemCode[] = [
  'unauthorized',
  'insufficient_scope',
  'too_many_requests',
  'bad_gateway',
  'timeout',
]

/** Returns whether the endpoint can never return the problem. A redirect reads nothing that could fail. */
const cannotFail = ({ isRedirect }: Route, code: ProblemCode) => isRedirect && code === 'internal_error'

/**
 * Returns the problems that tests must cover. `route.problems` has a problem of API Gateway only if the endpoint itself
 * also returns this problem.
 */
const problemsToCover = (route: Route) =>
  problemsOf(route)
    .filter(code => !gatewayProblemCodes.includes(code) || route.problems?.includes(code))
    .filter(code => !cannotFail(route, code))

const recordedLines = new Set<string>()

export function recordProblem(file: string, line: `${string} ${ProblemCode}`): void {
  if (recordedLines.has(line)) return
  recordedLines.add(line)
  appendFileSync(file, `${line}\n`)
}

/** Creates the file that tests append to, and returns the check to run after all tests. */
export function startProblemCoverage(project: TestProject): () => Promise<void> {
  const file = join(newDirectory(), 'problems')
  writeFileSync(file, '')
  project.provide('problemCoverageFile', file)
  return async () => {
    const lines = readFileSync(file, 'utf8').split('\n')
    if (await isCompleteRun(project)) requireFullCoverage(lines)
  }
}

/** Returns whether all test files of the fast tier have run and passed. Only then can the coverage be checked. */
async function isCompleteRun(project: TestProject): Promise<boolean> {
  const { state, config } = project.vitest
  const { testFiles } = await project.globTestFiles()
  const successful = state.getTestModules().filter(module => /passed|skipped/.test(module.state()))
  const isLongTier = config.tagsFilter?.includes('long')
  return successful.length === testFiles.length && !config.testNamePattern && !isLongTier
}

function requireFullCoverage(lines: string[]): void {
  const declared = routes.flatMap(route => problemsToCover(route).map(code => `${route.name} ${code}`))
  const missing = declared.filter(line => !lines.includes(line))
  if (missing.length > 0)
    throw new Error(`Declared by an endpoint, but not covered by any test:\n${missing.join('\n')}`)
}

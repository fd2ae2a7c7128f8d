/** Which refusals the tests provoke: one that an endpoint declares and no test provokes fails the whole run. */

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
    /** Every test file is a process of its own, and each adds its lines: `room.verb code`. */
    provokedFile: string
  }
}

/**
 * API Gateway answers these before a Lambda is called or in its place, so that no call of a handler can provoke them.
 * How they look there is tested in test/infra/gateway.test.ts.
 */
export const gatewaysOwn: ProblemCode[] = ['unauthorized', 'too_many_requests', 'bad_gateway', 'timeout']

/** A room that answers one of the gateway's by itself names it among its own problems. */
const answeredByHandler = (route: Route) =>
  problemsOf(route).filter(code => !gatewaysOwn.includes(code) || route.problems?.includes(code))

const seen = new Set<string>()

export function recordProvoked(file: string, line: `${string} ${ProblemCode}`): void {
  if (seen.has(line)) return
  seen.add(line)
  appendFileSync(file, `${line}\n`)
}

/** Lets the tests record, and gives what is to be done once all of them have run. */
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

/** A run of some tests says nothing of the others, and a failed one has said enough. */
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

/** The source files of the project and what they import, for tests of the architecture. */

import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

export const files = (pattern: string) => globSync(pattern).toSorted()
export const source = (file: string) => readFileSync(file, 'utf8')
export const program = files('{lib,functions,infra}/**/*.{ts,tsx}')

/** The files of this project that a file imports, types and dynamic imports included, as paths from the root. */
export function imports(file: string): string[] {
  const paths = [...source(file).matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(match => match[1]!)
  return paths.map(path => normalize(join(dirname(file), path)))
}

/** The file and all that it loads when it is loaded, without types. */
export function loadedBy(file: string): string[] {
  const loaded = new Set([file])
  for (const one of loaded) {
    const statements = source(one).matchAll(/^(?:import|export) (?!type )[^;']*?from '(\.[^']+)'/gm)
    for (const [, path = ''] of statements) loaded.add(normalize(join(dirname(one), path)))
  }
  return [...loaded]
}

/** What each file, or each module, imports. */
type Graph = ReadonlyMap<string, readonly string[]>

export const filesGraph: Graph = new Map(program.map(file => [file, imports(file)]))

/** The module of `lib/orders/api.ts` is `lib/orders`. A file that is in no folder of `lib` is a module of its own. */
const moduleOf = (file: string) => file.split('/').slice(0, 2).join('/')

export const modulesGraph: Graph = new Map(
  [...Map.groupBy(files('lib/**/*.{ts,tsx}'), moduleOf)].map(([module, ownFiles]) => {
    const imported = ownFiles.flatMap(imports).map(moduleOf)
    return [module, [...new Set(imported)].filter(other => other !== module)]
  }),
)

/** An import cycle that a file or a module is part of, as a path back to itself; null if there is none. */
export function cycleOf(start: string, graph: Graph): string[] | null {
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

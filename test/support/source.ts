/** Finds the source files of the project and what they import, for tests of the architecture. */

import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

export const files = (pattern: string) => globSync(pattern).toSorted()
export const source = (file: string) => readFileSync(file, 'utf8')
export const program = files('{lib,functions,infra}/**/*.{ts,tsx}')

/**
 * Returns the files of this project that a file imports, as paths from the root. Imports of types and dynamic imports
 * are included.
 */
export function imports(file: string): string[] {
  const paths = [...source(file).matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(match => match[1]!)
  return paths.map(path => normalize(join(dirname(file), path)))
}

/** Returns the file and all files that are loaded together with it. Imports of types do not load a file. */
export function loadedBy(file: string): string[] {
  const loaded = new Set([file])
  for (const one of loaded) {
    const statements = source(one).matchAll(/^(?:import|export) (?!type )[^;']*?from '(\.[^']+)'/gm)
    for (const [, path = ''] of statements) loaded.add(normalize(join(dirname(one), path)))
  }
  return [...loaded]
}

/** The imports of each file, or of each module. */
type Graph = ReadonlyMap<string, readonly string[]>

export const filesGraph: Graph = new Map(program.map(file => [file, imports(file)]))

/**
 * Returns the module of a file, such as `lib/orders` for `lib/orders/api.ts`. A file that is in no folder of `lib` is a
 * module of its own.
 */
const moduleOf = (file: string) => file.split('/').slice(0, 2).join('/')

export const modulesGraph: Graph = new Map(
  [...Map.groupBy(files('lib/**/*.{ts,tsx}'), moduleOf)].map(([module, ownFiles]) => {
    const imported = ownFiles.flatMap(imports).map(moduleOf)
    return [module, [...new Set(imported)].filter(other => other !== module)]
  }),
)

/** Returns an import cycle that contains the file or module, as a path back to itself; null if there is none. */
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

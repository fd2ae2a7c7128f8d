/** Makes the links from alarms to infra/RUNBOOK.md, in the repository that package.json names. */

import { readFileSync } from 'node:fs'
import type { Construct } from 'constructs'
import { slug } from 'github-slugger'

interface Package {
  repository?: string | { url: string }
}

/**
 * Returns the URL of the web page of a package's repository. For example, `git+https://github.com/owner/name.git`
 * becomes `https://github.com/owner/name`. Returns null if the package names no https address.
 */
export function repositoryPage({ repository }: Package): string | null {
  const url = typeof repository === 'string' ? repository : repository?.url
  const page = url?.replace(/^git\+/, '').replace(/\.git$/, '')
  return page?.startsWith('https://') ? page : null
}

const ownPackage: Package = JSON.parse(readFileSync('package.json', 'utf8'))
export const ownRepository = repositoryPage(ownPackage)

const file = 'infra/RUNBOOK.md'

/**
 * Returns the link to the section of the runbook with this heading. `HEAD` in the link stands for the default branch.
 * Without a repository, the link begins with the path of the file.
 */
export const runbookLink = (heading: string, repository: string | null) =>
  `${repository ? `${repository}/blob/HEAD/` : ''}${file}#${slug(heading)}`

const contextKey = 'repository'

/** Sets the repository to which all alarms of the stack link. */
export const setRepository = (stack: Construct, repository: string | null): void =>
  stack.node.setContext(contextKey, repository)

/** Returns the repository of the stack to which the construct belongs. */
export const repositoryOf = (scope: Construct): string | null => scope.node.tryGetContext(contextKey)

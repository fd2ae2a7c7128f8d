/** Links from alarms to their sections of infra/RUNBOOK.md. */

import { readFileSync } from 'node:fs'
import { slug } from 'github-slugger'

interface Package {
  /** The repository with this code. If it is unknown, links are paths in the repository. */
  repository?: string | { url: string }
}

const ownPackage: Package = JSON.parse(readFileSync('package.json', 'utf8'))

const file = 'infra/RUNBOOK.md'

/** Converts `git+https://github.com/owner/name.git` to `https://github.com/owner/name`. */
function pageOf(repository: Package['repository']): string | undefined {
  const url = typeof repository === 'string' ? repository : repository?.url
  const page = url?.replace(/^git\+/, '').replace(/\.git$/, '')
  return page?.startsWith('https://') ? page : undefined
}

/** Returns the link to the section with this heading. `HEAD` is the default branch. */
export function runbookLink(heading: string, { repository } = ownPackage): string {
  const page = pageOf(repository)
  return `${page ? `${page}/blob/HEAD/` : ''}${file}#${slug(heading)}`
}

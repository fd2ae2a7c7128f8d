/** Serves the pages of the back office, with the scripts and styles that the build has created. */

import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { env } from '../core/env.ts'
import type { ServedFile } from '../core/http-messages.ts'
import { Problem } from '../core/problem.ts'

export const home = () => '/home'

/** `basePath` is the part of the URL before `/admin`, such as the name of the stage. */
export const file = (path: string, basePath: string): Promise<ServedFile> =>
  path.startsWith('assets/') ? asset(path) : page(`${basePath}/admin`)

const mediaTypes: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/** The name of an asset contains a hash of its content, so browsers never need to ask for it again. */
async function asset(path: string): Promise<ServedFile> {
  const content = await readFile(join(env.pagesDirectory, `${path}.gz`)).catch(error => {
    throw error.code === 'ENOENT' ? new Problem('not_found') : error
  })
  const headers = { 'Cache-Control': 'public, max-age=31536000, immutable' }
  return { content, media: mediaTypes[extname(path)] ?? '', headers }
}

/**
 * The components of the pages create style elements while they run, so styles need a nonce. Scripts do not: all of them
 * are assets. Pictures of products can be on any server.
 */
const policyWith = (nonce: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: https:",
    "connect-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')

/** Each reply has another nonce, so the ETag is that of the page before the nonce is inserted. */
async function page(url: string): Promise<ServedFile> {
  const nonce = randomBytes(16).toString('base64')
  const template = await readFile(join(env.pagesDirectory, 'index.html'), 'utf8')
  const version = template.replaceAll('./assets/', `${url}/assets/`)
  const headers = { 'Content-Security-Policy': policyWith(nonce), 'Referrer-Policy': 'no-referrer' }
  return { content: version.replaceAll('{{nonce}}', nonce), version, headers }
}

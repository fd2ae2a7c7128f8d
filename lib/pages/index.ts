/** Implements the endpoints in `api.ts`: the redirect to the first screen, and the files of the built pages. */

import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { env } from '../core/env.ts'
import type { ServedFile } from '../core/http-messages.ts'
import { Problem } from '../core/problem.ts'

export const redirect = () => '/home'

/**
 * Returns the asset or the HTML page for the path. `basePath` is the part of the URL before `/admin`, such as the name
 * of the stage.
 */
export const file = (path: string, basePath: string): Promise<ServedFile> =>
  path.startsWith('assets/') ? asset(path) : page(`${basePath}/admin`)

const mediaTypes: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/**
 * Returns a file below `assets/`. Browsers may cache the file forever, because its name contains a hash of its content.
 */
async function asset(path: string): Promise<ServedFile> {
  const content = await readFile(join(env.pagesDirectory, `${path}.gz`)).catch(error => {
    throw error.code === 'ENOENT' ? new Problem('not_found') : error
  })
  const headers = { 'Cache-Control': 'public, max-age=31536000, immutable' }
  return { content, media: mediaTypes[extname(path)] ?? '', headers }
}

/**
 * Returns the content security policy. Style elements of components need the nonce. Scripts must come from this server,
 * and pictures may come from any HTTPS server.
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

/**
 * Returns the HTML page with a new nonce. The ETag is calculated from `version`, the page without the nonce, so that it
 * does not change with each reply.
 */
async function page(url: string): Promise<ServedFile> {
  const nonce = randomBytes(16).toString('base64')
  const template = await readFile(join(env.pagesDirectory, 'index.html'), 'utf8')
  const version = template.replaceAll('./assets/', `${url}/assets/`)
  const headers = { 'Content-Security-Policy': policyWith(nonce), 'Referrer-Policy': 'no-referrer' }
  return { content: version.replaceAll('{{nonce}}', nonce), version, headers }
}

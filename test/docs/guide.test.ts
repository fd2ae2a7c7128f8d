/** Tests the guides as pages, and the links in the guides and in other Markdown documents. */

import { hash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { posix } from 'node:path'
import GithubSlugger from 'github-slugger'
import { marked, type Token } from 'marked'
import { beforeAll, describe, expect, test } from 'vitest'
import { guideSources } from '../../infra/guides.ts'
import { guides } from '../../lib/docs/schemas.ts'
import { call, newTenant } from '../support/store.ts'

const names = guideSources.map(({ name }) => name)
const get = async (guide: string, headers = {}) => call('docs.guide', await newTenant(), { params: { guide }, headers })

const pages = new Map<string, string>()
beforeAll(async () => {
  for (const name of names) pages.set(name, (await get(name)).body)
})

const hrefs = (html: string) => [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href!)
const ids = (html: string) => [...html.matchAll(/id="([^"]*)"/g)].map(([, id]) => id!)

describe.each(names)('%s', name => {
  const pageUrl = new URL(`http://shop.example/prod/docs/guides/${name}`)

  test('is served as a page that allows no scripts and only its own style', async () => {
    const { status, headers, body } = await get(name, { Accept: 'text/html,*/*;q=0.8' })
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'public, no-cache',
      'Content-Security-Policy': "frame-ancestors 'none'",
    })
    const style = /<style>(.*)<\/style>/s.exec(body)?.[1] ?? ''
    const styleHash = hash('sha256', style, 'base64')
    expect(style).toContain('light-dark(')
    expect(body).toContain(`content="default-src 'none'; style-src 'sha256-${styleHash}'; img-src data:;`)
    expect(body).not.toMatch(/<script|\sstyle=|\{\{/)
  })

  test('links only to pages and headings that exist', () => {
    const urls = hrefs(pages.get(name)!).map(href => new URL(href, pageUrl))
    const own = urls.filter(({ host, pathname }) => host === pageUrl.host && pathname !== '/prod/docs')
    expect(urls.length - own.length).toBeGreaterThan(0)
    for (const { pathname, hash } of own) {
      const target = pages.get(pathname.replace('/prod/docs/guides/', ''))
      expect(target, pathname).toBeDefined()
      if (hash) expect(ids(target!), pathname).toContain(hash.slice(1))
    }
  })

  test('is listed on every page, and its headings have different anchors', () => {
    const anchors = ids(pages.get(name)!)
    expect(anchors).toEqual([...new Set(anchors)])
    for (const page of pages.values()) expect(hrefs(page)).toContain(name)
  })
})

test.each(['missing', 'events.md', '../page', '..%2Fpage', 'toString'])(
  'returns 404 for a guide that does not exist: %s',
  async name => expect(await get(name)).toMatchObject({ status: 404, body: { code: 'not_found' } }),
)

const read = (file: string) => readFileSync(file, 'utf8')

/** Returns the Markdown tokens of a document, also those inside its lists, tables and paragraphs. */
function tokensOf(file: string): Token[] {
  const tokens: Token[] = []
  marked.walkTokens(marked.lexer(read(file)), token => void tokens.push(token))
  return tokens
}

const linksOf = (file: string): string[] => tokensOf(file).flatMap(token => (token.type === 'link' ? [token.href] : []))

/** Returns the anchors that GitHub gives to the headings of a document. */
function anchorsOf(file: string): string[] {
  const slugger = new GithubSlugger()
  return tokensOf(file).flatMap(token => (token.type === 'heading' ? [slugger.slug(token.text)] : []))
}

const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'lib/docs/introduction.md',
  ...guideSources.map(({ file }) => file),
]

test.each(documents)('%s links only to files and headings that exist', file => {
  const relative = linksOf(file).filter(href => !/^(https?:|\/)/.test(href))
  for (const href of relative) {
    const [path = '', anchor] = href.split('#')
    const target = path ? posix.join(posix.dirname(file), path) : file
    expect(existsSync(target), href).toBe(true)
    if (anchor) expect(anchorsOf(target), href).toContain(anchor)
  }
})

test('each guide has a page and one title, and README.md and the introduction link to it', () => {
  const files = readdirSync('lib/docs/guides').map(file => file.replace(/\.md$/, ''))
  expect(files.toSorted()).toEqual(guides.toSorted())
  expect(linksOf('README.md')).toEqual(expect.arrayContaining(guides.map(name => `lib/docs/guides/${name}.md`)))
  expect(linksOf('lib/docs/introduction.md')).toEqual(expect.arrayContaining(guides.map(name => `guides/${name}.md`)))
  for (const name of guides) {
    const titles = tokensOf(`lib/docs/guides/${name}.md`).filter(token => token.type === 'heading' && token.depth === 1)
    expect(titles, name).toHaveLength(1)
  }
})

test('README.md can be read in a few minutes: it has at most 160 lines', () => {
  expect(read('README.md').split('\n').length - 1).toBeLessThanOrEqual(160)
})

test('the pictures of README.md have a text for those who do not see them, and at most 150 KB', () => {
  const pictures = [...read('README.md').matchAll(/!\[(.*?)\]\((.+?)\)/g)]
  expect(pictures).toHaveLength(4)
  for (const [, text, file = ''] of pictures) {
    expect(text, file).toMatch(/\w+ \w+/)
    expect(statSync(file).size, file).toBeLessThanOrEqual(150 * 1024)
  }
})

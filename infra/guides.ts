/** Renders the guides, and the documents to which they link, as static pages without scripts. */

import { hash } from 'node:crypto'
import { posix } from 'node:path'
import GithubSlugger from 'github-slugger'
import { Marked } from 'marked'
import { type GuideName, guides, otherGuides } from '../lib/docs/schemas.ts'

const otherGuideFiles: Record<(typeof otherGuides)[number], string> = {
  runbook: 'infra/RUNBOOK.md',
  'availability-plan': 'infra/AVAILABILITY.md',
  'how-events-are-applied': 'lib/checkout/README.md',
  'how-lists-work': 'lib/lists/README.md',
  'how-payments-work': 'lib/payments/README.md',
  'how-rows-change': 'lib/store/README.md',
}

/** The introduction is a part of the API reference, and not a page of its own. */
export const introductionFile = 'lib/docs/introduction.md'

interface Source {
  name: GuideName
  /** The path of the Markdown file from the root. */
  file: string
}

/** The navigation lists the pages in this order. */
export const guideSources: readonly Source[] = [
  ...guides.map(name => ({ name, file: `lib/docs/guides/${name}.md` })),
  ...otherGuides.map(name => ({ name, file: otherGuideFiles[name] })),
]

/**
 * Converts a link to a Markdown file to a link to its page, or to the API reference if the file is the introduction.
 * The name of a page suffices as its path, because all pages are in one directory.
 */
function pageLink(file: string, href: string): string {
  if (/^(https?:|#)/.test(href)) return href
  const [path = '', anchor] = href.split('#')
  const target = posix.join(posix.dirname(file), path)
  if (target === introductionFile) return `../../docs${anchor ? `#description/${anchor}` : ''}`
  const source = guideSources.find(source => source.file === target)
  if (!source) throw new Error(`${file} links to ${href}, which is not a page of the documentation.`)
  return anchor ? `${source.name}#${anchor}` : source.name
}

interface Heading {
  depth: number
  title: string
  anchor: string
}

/** Lets wide tables and code scroll separately from the page, with the keyboard too. */
const makeScrollable = (html: string) =>
  html
    .replaceAll('<pre>', '<pre tabindex="0">')
    .replaceAll('<table>', '<div class="table" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>')

type Page = ReturnType<typeof render>

/**
 * Renders a Markdown file. Headings get the same anchors as on GitHub. Links between files become links between pages.
 */
function render({ name, file }: Source, text: string) {
  const headings: Heading[] = []
  const slugger = new GithubSlugger()
  const marked = new Marked({
    walkTokens: token => {
      if (token.type === 'link') token.href = pageLink(file, token.href)
    },
    renderer: {
      heading({ depth, text, tokens }) {
        const anchor = slugger.slug(text)
        const title = this.parser.parseInline(tokens)
        headings.push({ depth, title, anchor })
        return `<h${depth} id="${anchor}"><a href="#${anchor}">${title}</a></h${depth}>\n`
      },
    },
  })
  const content = makeScrollable(marked.parse(text, { async: false }))
  const [title, ...others] = headings
  if (!title) throw new Error(`${file} has no title.`)
  return { name, title: title.title, content, sections: others.filter(({ depth }) => depth === 2) }
}

const list = (items: string[]) => (items.length > 0 ? `<ul>\n${items.join('\n')}\n</ul>` : '')

const sectionItem = ({ title, anchor }: Heading) => `<li><a href="#${anchor}">${title}</a></li>`

/** Returns the entry of a page in the navigation. The entry of the current page also lists its sections. */
const pageItem = ({ name, title, sections }: Page, current: Page) =>
  name === current.name
    ? `<li><a href="${name}" aria-current="page">${title}</a>${list(sections.map(sectionItem))}</li>`
    : `<li><a href="${name}">${title}</a></li>`

function navigation(pages: readonly Page[], current: Page): string {
  const items = pages.map(page => pageItem(page, current))
  return `${list(items.slice(0, guides.length))}\n<h2>More</h2>\n${list(items.slice(guides.length))}`
}

const fillIn = (template: string, values: Record<string, string>) =>
  template.replace(/\{\{(\w+)\}\}/g, (_, name) => values[name] ?? '')

/** Renders all pages. `read` returns the text of a file of the repository. */
export function renderGuides(read: (file: string) => string): { name: GuideName; html: string }[] {
  const template = read('lib/docs/guide.html')
  const style = read('lib/docs/guide.css')
  const head = { style: `<style>${style}</style>`, styleHash: hash('sha256', style, 'base64') }
  const pages = guideSources.map(source => render(source, read(source.file)))
  return pages.map(page => {
    const { name, title, content } = page
    return { name, html: fillIn(template, { ...head, title, content, navigation: navigation(pages, page) }) }
  })
}

/** What kind of document arrives, and its text, piece by piece. */

import { lookAhead } from './ahead.ts'
import { textsOf } from './letters.ts'
import { refusal } from './refusal.ts'

type Kind = 'html' | 'xhtml' | 'json'

export interface Content {
  kind: Kind
  texts: AsyncIterable<string>
}

export async function contentOf(contentType: string, parts: AsyncIterable<Buffer>): Promise<Content> {
  const [type = '', ...parameters] = contentType.toLowerCase().split(/[;,]/)
  const kind = kindNamed(type.trim())
  const charset = charsetIn(parameters.join(';'))
  const texts = await textsOf(parts, { charset, mayDeclare: kind !== 'json' })
  return kind ? { kind, texts } : seen(texts)
}

/** Undefined where no type is named at all. */
function kindNamed(type: string): Kind | undefined {
  if (type === '') return undefined
  if (type === 'text/html') return 'html'
  if (type === 'application/xhtml+xml') return 'xhtml'
  if (/^(application|text)\/json$|^[^/]+\/[^/]+\+json$/.test(type)) return 'json'
  throw refusal('type')
}

const charsetIn = (parameters: string) => /(?:^|[;\s])charset\s*=\s*["']?\s*([\w.:-]+)/.exec(parameters)?.[1]

async function seen(texts: AsyncIterable<string>): Promise<Content> {
  const { last = '', all } = await lookAhead(texts, text => text.trim() !== '')
  return { kind: kindSeen(last), texts: all }
}

function kindSeen(text: string): Kind {
  const [first = ''] = text.trimStart()
  if (first === '<') return 'html'
  if (first === '{' || first === '[') return 'json'
  throw refusal('type')
}

/** Detects whether a response is HTML, XHTML or JSON, and decodes its text. */

import { decodeText } from './charset.ts'
import { lookAhead } from './look-ahead.ts'
import { pageProblem } from './problems.ts'

type Kind = 'html' | 'xhtml' | 'json'

export interface DecodedContent {
  kind: Kind
  textChunks: AsyncIterable<string>
}

export async function decodeContent(contentType: string, chunks: AsyncIterable<Buffer>): Promise<DecodedContent> {
  const [mediaType = '', ...parameters] = contentType.toLowerCase().split(/[;,]/)
  const kind = kindOf(mediaType.trim())
  const charset = charsetOf(parameters.join(';'))
  const textChunks = await decodeText(chunks, { charset, mayDeclareCharset: kind !== 'json' })
  return kind ? { kind, textChunks } : sniffContent(textChunks)
}

/** Undefined without a media type. */
function kindOf(mediaType: string): Kind | undefined {
  if (mediaType === '') return undefined
  if (mediaType === 'text/html') return 'html'
  if (mediaType === 'application/xhtml+xml') return 'xhtml'
  if (/^(application|text)\/json$|^[^/]+\/[^/]+\+json$/.test(mediaType)) return 'json'
  throw pageProblem('type')
}

const charsetOf = (parameters: string) => /(?:^|[;\s])charset\s*=\s*["']?\s*([\w.:-]+)/.exec(parameters)?.[1]

async function sniffContent(texts: AsyncIterable<string>): Promise<DecodedContent> {
  const { match = '', chunks } = await lookAhead(texts, text => text.trim() !== '')
  return { kind: sniffKind(match), textChunks: chunks }
}

function sniffKind(text: string): Kind {
  const [first = ''] = text.trimStart()
  if (first === '<') return 'html'
  if (first === '{' || first === '[') return 'json'
  throw pageProblem('type')
}

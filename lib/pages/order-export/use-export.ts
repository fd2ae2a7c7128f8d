/** The hook that saves orders as a CSV file: loaded orders, or all orders of a list, which it reads page by page. */

import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Client, Order } from '../../client/index.ts'
import { saveFile } from '../app/save-file.ts'
import type { OrdersRequest } from '../orders/filters.ts'
import { useSession } from '../session/client.ts'
import { useFormats } from '../session/formats.ts'
import { useTexts } from '../session/language.ts'
import { todayIn } from '../session/store-time.ts'
import type { CsvFormat } from './columns.ts'
import { texts } from './texts.ts'

const pageLength = 100

/** The orders to save: either a request that finds the orders, or orders that are loaded already. */
export type Source = { request: OrdersRequest } | { orders: readonly Order[] }

/**
 * The CSV text of the orders that were read so far, and the tokens of these orders. A draft does not keep the orders
 * themselves.
 */
interface Draft {
  parts: string[]
  tokens: Set<string>
}

interface Progress {
  tokens: ReadonlySet<string>
  signal: AbortSignal
}

/**
 * Returns the offset at which to continue: the order before it is in the draft. If orders have left the list since the
 * failure, those after them have a smaller offset than before.
 */
async function nextOffset(api: Client, request: OrdersRequest, { tokens, signal }: Progress): Promise<number> {
  for (let offset = tokens.size; offset > 0; offset -= pageLength) {
    const { items } = await api.orders.list({ ...request, limit: 1, offset: offset - 1 }, { signal })
    if (items.some(({ token }) => tokens.has(token))) return offset
  }
  return 0
}

/** Yields pages of orders. After a failure, the first page may repeat orders of the draft. */
async function* pagesOf(api: Client, source: Source, progress: Progress): AsyncGenerator<readonly Order[], void> {
  if ('orders' in source) yield source.orders
  else {
    const offset = await nextOffset(api, source.request, progress)
    yield* api.orders.all({ ...source.request, limit: pageLength, offset }, { signal: progress.signal }).pages()
  }
}

function useCsvFormat(): CsvFormat {
  const text = useTexts(texts)
  const { timeZone } = useSession().account
  const decimalSeparator = useFormats().number(1.5).includes(',') ? ',' : '.'
  return { text, timeZone, decimalSeparator }
}

interface Read {
  source: Source
  format: CsvFormat
  signal: AbortSignal
  onPage: () => void
}

/** Reads the orders that are not in the draft yet, and adds them. The CSV library is loaded with the first download. */
async function complete(draft: Draft, api: Client, { source, format, signal, onPage }: Read): Promise<void> {
  const { headerLine, orderLines } = await import('./csv.ts')
  if (draft.parts.length === 0) draft.parts.push(headerLine(format))
  const { parts, tokens } = draft
  for await (const orders of pagesOf(api, source, { tokens, signal })) {
    if (signal.aborted) return
    const added = orders.filter(({ token }) => !tokens.has(token))
    if (added.length > 0) parts.push(orderLines(added, format))
    for (const { token } of added) tokens.add(token)
    onPage()
  }
}

const emptyDraft = (): Draft => ({ parts: [], tokens: new Set() })

/**
 * Returns the state of the download. After a failure, `resume` reads the orders that are not in the draft yet. The
 * download is cancelled if its component is removed, for example because Back has opened another list.
 */
export function useExport(source: Source) {
  const { api } = useSession()
  const format = useCsvFormat()
  const draft = useRef(emptyDraft())
  const controller = useRef(new AbortController())
  const [count, setCount] = useState(0)
  const { mutate, ...state } = useMutation({
    networkMode: 'always',
    mutationFn: async () => {
      const { current } = draft
      const { signal } = controller.current
      await complete(current, api, { source, format, signal, onPage: () => setCount(current.tokens.size) })
      const name = `${format.text.fileName}-${todayIn(format.timeZone)}.csv`
      if (!signal.aborted) saveFile(name, current.parts, 'text/csv;charset=utf-8')
    },
  })
  const start = () => {
    draft.current = emptyDraft()
    controller.current = new AbortController()
    setCount(0)
    mutate()
  }
  const cancel = () => controller.current.abort()
  useEffect(() => cancel, [])
  return { ...state, start, resume: () => mutate(), count, cancel }
}

/** The hook that saves orders as a CSV file: loaded orders, or all orders of a list, which it reads page by page. */

import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Client, Order } from '../../client/index.ts'
import { saveFile } from '../app/save-file.ts'
import type { OrdersRequest } from '../orders/filters.ts'
import { useSession } from '../session/client.ts'
import { useFormats } from '../session/formats.ts'
import { useTexts } from '../session/language.ts'
import type { CsvFormat } from './columns.ts'
import { texts } from './texts.ts'

/** The orders to save: either a request that finds the orders, or orders that are loaded already. */
export type Source = { request: OrdersRequest } | { orders: readonly Order[] }

/** The CSV text of the orders that were read so far, and their number. A draft does not keep the orders themselves. */
interface Draft {
  parts: string[]
  count: number
}

/**
 * Yields pages of orders, beginning with the order at `offset`. After a failure, `offset` is the number of orders that
 * were already read.
 */
async function* pagesOf(
  api: Client,
  source: Source,
  { offset, signal }: { offset: number; signal: AbortSignal },
): AsyncGenerator<readonly Order[], void> {
  if ('orders' in source) yield source.orders.slice(offset)
  else yield* api.orders.all({ ...source.request, limit: 100, offset }, { signal }).pages()
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
  for await (const orders of pagesOf(api, source, { offset: draft.count, signal })) {
    if (signal.aborted) return
    draft.parts.push(orderLines(orders, format))
    draft.count += orders.length
    onPage()
  }
}

const emptyDraft = (): Draft => ({ parts: [], count: 0 })

/** Returns the state of the download. After a failure, `resume` continues with the first page that was not read. */
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
      await complete(current, api, { source, format, signal, onPage: () => setCount(current.count) })
      const name = `${format.text.fileName}-${new Date().toISOString().slice(0, 10)}.csv`
      if (!signal.aborted) saveFile(name, current.parts, 'text/csv;charset=utf-8')
    },
  })
  const start = () => {
    draft.current = emptyDraft()
    controller.current = new AbortController()
    setCount(0)
    mutate()
  }
  return { ...state, start, resume: () => mutate(), count, cancel: () => controller.current.abort() }
}

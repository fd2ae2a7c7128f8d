/** The hook that keeps the lines of the shipment screen, sends the lines, and undoes the shipment of sent lines. */

import { useQueryClient } from '@tanstack/react-query'
import { type Dispatch, useCallback, useMemo, useReducer, useRef, useState } from 'react'
import type { Client, Order } from '../../client/index.ts'
import { mapConcurrent } from '../../core/map-concurrent.ts'
import { notifyRefusal } from '../change/notices.tsx'
import { texts as changeTexts } from '../change/texts.ts'
import { orderQuery } from '../orders/queries.ts'
import { maxParallelRequests, problemOf, useSession } from '../session/client.ts'
import { useTexts } from '../session/language.ts'
import { faultsByLine } from './line-faults.ts'
import { OrderChanged, shipOrder, undoShipment } from './send.ts'
import {
  type Action,
  canBeSent,
  type Entry,
  type LineChange,
  noLines,
  reduce,
  type ShipmentLine,
} from './shipment-lines.ts'

/** Sends one line and shows its result. If another person has changed the order, the line gets the current order. */
async function sendLine(api: Client, line: ShipmentLine, change: (change: LineChange) => void): Promise<Order | null> {
  const { order } = line
  if (!order) return null
  change({ state: { name: 'sending' } })
  try {
    const shipped = await shipOrder(api, { ...line, order })
    change({ order: shipped, state: { name: 'done', before: order } })
    return shipped
  } catch (error) {
    const sentence = error instanceof OrderChanged ? error.message : (problemOf(error)?.message ?? null)
    change({ ...(error instanceof OrderChanged && { order: error.order }), state: { name: 'failed', sentence } })
    return null
  }
}

/** Returns a function that puts a changed order into the query cache, and one that reloads the lists of orders. */
function useShow() {
  const { api } = useSession()
  const cache = useQueryClient()
  return useMemo(
    () => ({
      showOrder: (order: Order) => void cache.setQueryData(orderQuery(api, order.token).queryKey, order),
      showLists: () => void cache.invalidateQueries({ queryKey: ['orders', 'list'] }),
    }),
    [api, cache],
  )
}

function useSend(lines: readonly ShipmentLine[], dispatch: Dispatch<Action>) {
  const { api } = useSession()
  const { showOrder, showLists } = useShow()
  const [isSending, setIsSending] = useState(false)
  const isRunning = useRef(false)
  const isStopped = useRef(false)
  const send = async () => {
    if (isRunning.current) return
    isRunning.current = true
    isStopped.current = false
    setIsSending(true)
    await mapConcurrent(lines, maxParallelRequests, async line => {
      if (isStopped.current) return
      const shipped = await sendLine(api, line, change => dispatch({ type: 'change', key: line.key, change }))
      if (shipped) showOrder(shipped)
    })
    showLists()
    isRunning.current = false
    setIsSending(false)
  }
  const stop = () => {
    isStopped.current = true
  }
  return { isSending, send, stop }
}

/**
 * Returns a function that undoes the shipment of one line. If the request fails, a notice shows the error message, and
 * the line stays unchanged.
 */
function useTakeBack(dispatch: Dispatch<Action>) {
  const { api } = useSession()
  const text = useTexts(changeTexts)
  const { showOrder, showLists } = useShow()
  return useCallback(
    async ({ key, order, state }: ShipmentLine) => {
      if (!order || state.name !== 'done') return
      try {
        const restored = await undoShipment(api, state.before, order)
        dispatch({ type: 'change', key, change: { order: restored, state: { name: 'draft' } } })
        showOrder(restored)
        showLists()
      } catch (error) {
        notifyRefusal(error, text)
      }
    },
    [api, text, showOrder, showLists, dispatch],
  )
}

export function useShipment(initial: readonly Entry[]) {
  const [{ lines }, dispatch] = useReducer(reduce, reduce(noLines, { type: 'add', entries: initial }))
  const faults = useMemo(() => faultsByLine(lines), [lines])
  const ready = lines.filter(line => canBeSent(line) && faults.get(line.key)?.length === 0)
  const { isSending, send, stop } = useSend(ready, dispatch)
  const takeBack = useTakeBack(dispatch)
  const change = useCallback((key: number, change: LineChange) => dispatch({ type: 'change', key, change }), [])
  const remove = useCallback((key: number) => dispatch({ type: 'remove', key }), [])
  const add = (entries: readonly Entry[]) => dispatch({ type: 'add', entries })
  return { lines, faults, ready, isSending, send, stop, takeBack, change, remove, add }
}

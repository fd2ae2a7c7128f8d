/** Keeps the figures of Home current while it is open: the interval of reloads, and the present day of the store. */

import { useSyncExternalStore } from 'react'
import { localTime } from '../../core/time-zone.ts'
import { useSession } from '../session/client.ts'

/** The options of every query of Home. A tab that is not visible does not load, but does as soon as it is visible. */
export const reloadOptions = { refetchInterval: 5 * 60_000 }

function everyMinute(listener: () => void) {
  const timer = setInterval(listener, 60_000)
  return () => clearInterval(timer)
}

/** Returns the present day of the store, such as `2026-11-01`. The component is rendered again when a new day begins. */
export function useToday(): string {
  const { timeZone } = useSession().account
  return useSyncExternalStore(everyMinute, () => localTime(new Date().toISOString(), timeZone).slice(0, 10))
}

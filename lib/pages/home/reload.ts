/** Keeps the figures of Home current while it is open: the interval of reloads, and the present day of the store. */

import { useSyncExternalStore } from 'react'
import { useSession } from '../session/client.ts'
import { todayIn } from '../session/store-time.ts'

/** The options of every query of Home. A tab that is not visible does not load, but does as soon as it is visible. */
export const reloadOptions = { refetchInterval: 5 * 60_000 }

function everyMinute(listener: () => void) {
  const timer = setInterval(listener, 60_000)
  return () => clearInterval(timer)
}

/** Returns the present day of the store. The component is rendered again when a new day begins. */
export function useToday(): string {
  const { timeZone } = useSession().account
  return useSyncExternalStore(everyMinute, () => todayIn(timeZone))
}

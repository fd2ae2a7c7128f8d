/** The keyboard shortcuts of all screens: `/` focuses the search box, and `g` and then a second key opens a screen. */

import { useHotkeys } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { useSession } from '../session/client.ts'
import { entriesFor } from './navigation.ts'

/** The maximum number of milliseconds between `g` and the second key. */
const pause = 1500

const focusSearch = () => document.querySelector<HTMLInputElement>('input[data-search]')?.focus()

export function useShortcuts(): void {
  const navigate = useNavigate()
  const { account } = useSession()
  const startedAt = useRef(Number.NEGATIVE_INFINITY)
  const isSecondKey = ({ timeStamp }: KeyboardEvent) => timeStamp - startedAt.current < pause
  const start = ({ timeStamp }: KeyboardEvent) => {
    startedAt.current = timeStamp
  }
  useHotkeys([
    ['/', focusSearch],
    ['shift+/', focusSearch],
    ['g', start],
    ...entriesFor(account).map(({ shortcut, to }): [string, (event: KeyboardEvent) => void, object] => [
      shortcut,
      event => {
        if (isSecondKey(event)) void navigate({ to })
      },
      { preventDefault: false },
    ]),
  ])
}

/** The hook that opens and closes the dialogs of a screen. The URL contains the name of the open dialog. */

import { type RegisteredRouter, useNavigate, useRouter } from '@tanstack/react-router'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Opening the dialog has added this entry to the history. A link to a dialog has no such entry. */
    hasOpenedDialog?: boolean
  }
}

type AnyName = NonNullable<RegisteredRouter['latestLocation']['search']['dialog']>

/** The key of the history entry that is being left. The browser goes back only after the current task. */
let leftKey: string | undefined

/** Goes back once, even if a dialog is closed a second time before the browser has gone back. */
function leave({ history, latestLocation }: RegisteredRouter): void {
  const key = latestLocation.state.__TSR_key
  if (leftKey === key) return
  leftKey = key
  window.addEventListener('popstate', () => (leftKey = undefined), { once: true })
  history.back()
}

export function useUrlDialog<Name extends AnyName>() {
  const router = useRouter()
  const navigate = useNavigate()
  return {
    /** `withdrawal` is the second parameter of the refund dialog. */
    open: (dialog: Name, withdrawal?: string) =>
      void navigate({
        to: '.',
        search: current => ({ ...current, dialog, withdrawal }),
        state: { hasOpenedDialog: true },
        resetScroll: false,
      }),
    /** Closes the dialog, unless another one is open by now. Back would do nothing if its history entry stayed. */
    close: (name: Name) => {
      const { search, state } = router.latestLocation
      if (search.dialog !== name) return
      if (state.hasOpenedDialog) return leave(router)
      const closed = { dialog: undefined, withdrawal: undefined }
      void navigate({ to: '.', search: current => ({ ...current, ...closed }), replace: true, resetScroll: false })
    },
  }
}

/**
 * Reloads the page if the code of a screen could not be loaded. Browsers may keep a failed import until the page is
 * reloaded, and a deployment replaces the files, so importing again would not help.
 */

import { useEffect, useState } from 'react'
import { pagesPath } from '../session/client.ts'
import { Fault, Unreachable } from './failure.tsx'
import { Loading } from './loaded.tsx'

class MissingCode extends Error {}

/** Imports code. Errors of the import can then be distinguished from errors of the code itself. */
export const loadCode = <Code,>(load: () => Promise<Code>): Promise<Code> =>
  load().catch((cause: Error) => {
    throw new MissingCode(cause.message, { cause })
  })

const lastReloadName = 'back-office-last-reload'
/** The page reloads itself at most once in this time, because the code may still be missing after a reload. */
const pause = 60_000

/** Returns false if the page cannot be reached. Reloading it would then replace it by the browser's own message. */
async function reload(): Promise<boolean> {
  const isReachable = await fetch(pagesPath, { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
  if (isReachable) location.reload()
  return isReachable
}

type Outcome = 'reloading' | 'unreachable' | 'reloaded before'

async function reloadOnce(): Promise<Outcome> {
  if (Date.now() - Number(sessionStorage.getItem(lastReloadName)) < pause) return 'reloaded before'
  if (!(await reload())) return 'unreachable'
  sessionStorage.setItem(lastReloadName, String(Date.now()))
  return 'reloading'
}

interface ScreenFailureProps {
  error: unknown
  reset: () => void
}

/** The message in place of a screen after an error that is not from the API. */
export const ScreenFailure = ({ error, reset }: ScreenFailureProps) =>
  error instanceof MissingCode ? <NotLoaded error={error} /> : <Fault error={error} retry={reset} isScreen />

function NotLoaded({ error }: { error: MissingCode }) {
  const [outcome, setOutcome] = useState<Outcome>('reloading')
  useEffect(() => {
    reloadOnce().then(setOutcome)
    addEventListener('online', reload)
    return () => removeEventListener('online', reload)
  }, [])
  if (outcome === 'reloading') return <Loading />
  const isUnreachable = outcome === 'unreachable' || !navigator.onLine
  return isUnreachable ? <Unreachable retry={reload} isScreen /> : <Fault error={error} retry={reload} isScreen />
}
